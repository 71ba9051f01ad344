import { formatMoney } from "../../../islands/lib/money.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import type { Overview } from "../../../worker/domain/search/index.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { Plot } from "../../../worker/ui/figures/plot.tsx";

type Week = Overview["weeks"][number];

export function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const points = (value: (week: Week) => number, href: (week: Week) => string) =>
    weeks.map((week) => ({ label: labelOf(week), value: value(week), href: href(week) }));
  return (
    <>
      <section>
        <h2>Sales by week</h2>
        <Plot
          last_words="this week so far"
          is_last_running
          title="Orders"
          points={points(
            ({ orders }) => orders,
            ({ from, to }) => hrefOf(pages.adminOrders, {}, { from, to }),
          )}
        />
        <Plot
          last_words="this week so far"
          is_last_running
          title="Net"
          format={formatMoney}
          points={points(
            ({ net }) => net,
            ({ from, to }) => hrefOf(pages.ledger, {}, { from, to }),
          )}
        />
      </section>
      <section>
        <h2>Subscriptions by week</h2>
        <Plot
          last_words="this week so far"
          is_last_running
          title="Begun"
          points={points(
            ({ subscriptions_begun }) => subscriptions_begun,
            ({ from, to }) => hrefOf(pages.adminSubscriptions, {}, { begun_from: from, begun_to: to }),
          )}
        />
        <Plot
          last_words="this week so far"
          is_last_running
          title="Ended"
          points={points(
            ({ subscriptions_ended }) => subscriptions_ended,
            ({ from, to }) => hrefOf(pages.adminSubscriptions, {}, { ended_from: from, ended_to: to }),
          )}
        />
      </section>
    </>
  );
}

/** Monday of the week, such as "16 Nov". Weeks use the viewer's time zone, as list filters do. */
const labelOf = ({ from }: Week) => dateText(`${from}T12:00:00Z`, "UTC").replace(/ \d+$/, "");
