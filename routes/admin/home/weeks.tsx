import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Overview } from "../../../worker/domain/search/index.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { Plot } from "../../../worker/ui/figures/plot.tsx";

type Week = Overview["weeks"][number];

type WeeksProps = Pick<Overview, "weeks" | "last_week_so_far">;
type Figure = "orders" | "net" | "subscriptions_begun" | "subscriptions_ended";

export function Weeks({ weeks, last_week_so_far }: WeeksProps) {
  const plotProps = (
    figure: Figure,
    href: (week: Week) => string,
    format = (value: number) => value.toLocaleString("en-US"),
  ) => ({
    format,
    last_words: `this week so far; same days last week ${format(last_week_so_far[figure])}`,
    before_label: "the 12 weeks before",
    is_last_running: true,
    points: weeks.map((week) => ({
      label: weekLabel(week),
      value: week[figure],
      before: week.before[figure],
      href: href(week),
    })),
  });
  return (
    <>
      <section>
        <h2>Sales by week</h2>
        <div className="card">
          <Plot
            title="Orders"
            {...plotProps("orders", ({ from, to }) => hrefOf(pages.adminOrders, {}, { from, to }))}
          />
          <Plot
            title="Net"
            {...plotProps("net", ({ from, to }) => hrefOf(pages.ledger, {}, { from, to }), formatMoney)}
          />
        </div>
      </section>
      <section>
        <h2>Subscriptions by week</h2>
        <div className="card">
          <Plot
            title="Begun"
            {...plotProps("subscriptions_begun", ({ from, to }) =>
              hrefOf(pages.adminSubscriptions, {}, { begun_from: from, begun_to: to }),
            )}
          />
          <Plot
            title="Ended"
            {...plotProps("subscriptions_ended", ({ from, to }) =>
              hrefOf(pages.adminSubscriptions, {}, { ended_from: from, ended_to: to }),
            )}
          />
        </div>
      </section>
    </>
  );
}

/** "16 Nov", the week's Monday. Weeks use the shop's time zone, as the lists' date filters do (ADR-070). */
const weekLabel = ({ from }: Week) => dateText(`${from}T12:00:00Z`, "UTC").replace(/ \d+$/, "");
