import { formatMoney } from "../../../islands/lib/money.ts";
import { Field } from "../../../islands/ui/field.tsx";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { financePresets } from "../../../worker/contract/entities/finance.ts";
import { ledgerLines, type LedgerLine } from "../../../worker/contract/entities/ledger.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/finance.ts";
import { type Finance, getFinance } from "../../../worker/domain/accounting/index.ts";
import { can } from "../../../worker/contract/people/permissions.ts";
import { page } from "../../../worker/http/page.ts";
import { Plot } from "../../../worker/ui/figures/plot.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { Tabs } from "../../../worker/ui/parts/tabs.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { ageLabels, lineLabels, presetLabels, stepLabels } from "./labels.ts";
import { dayText } from "./ledger.tsx";
import { type Days, Breakdown, ledgerHref, link, Organizations, Products } from "./sums-by.tsx";

/** `from` and `to` are days in the shop's time zone. */
const linesHref = ({ from, to }: Days) => hrefOf(pages.orderLinesFile, {}, { from, to });
const spanText = ({ from, to }: Days) => (from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`);
const formatCount = (count: number, one: string) => `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;

export const financePage = page({
  path: pages.finance,
  access: "finance:read",
  layout: consoleLayout,
  section: "Finance",
  query: contract.getFinance.query,
  load: ({ ctx, query }) => getFinance(ctx, query),
  head: () => ({ title: "Finance · Console · CrunchBox", no_store: true }),
  view: (figures, { query, viewer }) => (
    <>
      <PageHeader
        title="Finance"
        subtitle={`${spanText(figures)}, days of ${figures.time_zone.replaceAll("_", " ")}. What moved, by the day of its booking.`}
        action={
          <>
            {can(viewer, "orders:read") && (
              <a className="button quiet" href={linesHref(figures)} download>
                Order lines as CSV
              </a>
            )}
            {can(viewer, "invoices:read") && (
              <a className="button quiet" href={pages.receivables}>
                Accounts receivable
              </a>
            )}
            <a className="button quiet" href={ledgerHref(figures)}>
              Ledger
            </a>
          </>
        }
      />
      <RangeForm figures={figures} preset={query.from === undefined ? query.preset : ""} />
      <Totals figures={figures} />
      <Periods figures={figures} />
      <OutstandingByAge figures={figures} />
      <RecurringRevenue figures={figures} />
      <Products figures={figures} />
      <Organizations figures={figures} />
      <Breakdown title="By price level" filter="price_level_name" rows={figures.price_levels} days={figures} />
      <Breakdown title="By state" filter="state" rows={figures.states} days={figures} />
    </>
  ),
});

function RangeForm({ figures: { from, to, by }, preset }: { figures: Finance; preset: string }) {
  return (
    <section>
      <Tabs
        label="Periods"
        tabs={financePresets.map((each) => ({
          label: presetLabels[each],
          href: hrefOf(pages.finance, {}, { preset: each }),
        }))}
        current={hrefOf(pages.finance, {}, { preset })}
      />
      <details open={preset === ""}>
        <summary>Own range</summary>
        <form method="get" action={pages.finance} className="form-layout">
          <Field name="from" type="date" label="First day" defaultValue={from} required />
          <Field name="to" type="date" label="Last day" defaultValue={to} required />
          <SelectField name="by" label="Show by" options={Object.entries(stepLabels)} defaultValue={by} />
          <button className="button quiet">Show it</button>
        </form>
      </details>
    </section>
  );
}

function Totals({ figures }: { figures: Finance }) {
  const { totals, before } = figures;
  const lines: (LedgerLine | "net")[] = [...ledgerLines, "net"];
  const ledgerFilter = (line: LedgerLine | "net"): Record<string, string> => (line === "net" ? {} : { line });
  return (
    <section>
      <h2>Totals</h2>
      <Table
        rows={lines}
        id={(line) => line}
        columns={[
          { label: "Line", cell: (line) => (line === "net" ? "Net" : lineLabels[line]) },
          {
            label: "This period",
            cell: (line) => link(ledgerHref(figures, ledgerFilter(line)), formatMoney(totals[line])),
            is_number: true,
          },
          {
            label: spanText(before),
            cell: (line) => link(ledgerHref(before, ledgerFilter(line)), formatMoney(before[line])),
            is_number: true,
            on_phones: "hidden",
          },
        ]}
      />
    </section>
  );
}

const isActive = ({ gross, refunds, disputes, net_before, is_running }: Finance["periods"][number]): boolean =>
  is_running || [gross, refunds, disputes, net_before].some((cents) => cents !== 0);

function Periods({ figures: { periods, by, before } }: { figures: Finance }) {
  const lastPeriod = periods.at(-1);
  const activePeriods = periods.filter(isActive);
  const hiddenCount = periods.length - activePeriods.length;
  const lastLabel =
    lastPeriod &&
    (lastPeriod.is_running
      ? `this ${by} so far; same days of the period before ${formatMoney(lastPeriod.net_before)}`
      : `${spanText(lastPeriod)}; before ${formatMoney(lastPeriod.net_before)}`);
  return (
    <section>
      <h2>{`By ${by}`}</h2>
      <Plot
        title="Net"
        is_wide
        format={formatMoney}
        is_last_running={lastPeriod?.is_running ?? false}
        last_words={lastLabel}
        before_label={spanText(before)}
        points={periods.map(({ from, net, net_before }) => ({ label: dayText(from), value: net, before: net_before }))}
      />
      {hiddenCount > 0 && (
        <p className="small">{`${formatCount(hiddenCount, by)} without bookings ${hiddenCount === 1 ? "is" : "are"} left out below.`}</p>
      )}
      <Table
        rows={activePeriods}
        id={({ from }) => from}
        columns={[
          {
            label: stepLabels[by],
            cell: (period) => link(ledgerHref(period), `${spanText(period)}${period.is_running ? ", running" : ""}`),
          },
          ...ledgerLines.map((line) => ({
            label: lineLabels[line],
            cell: (period: Finance["periods"][number]) => formatMoney(period[line]),
            is_number: true as const,
            on_phones: "hidden" as const,
          })),
          { label: "Net", cell: ({ net }) => formatMoney(net), is_number: true },
          {
            label: "Net before",
            cell: ({ net_before }) => formatMoney(net_before),
            is_number: true,
            on_phones: "hidden",
          },
        ]}
      />
    </section>
  );
}

const OutstandingByAge = ({ figures: { outstanding } }: { figures: Finance }) => (
  <section>
    <h2>Outstanding by age</h2>
    <p className="small">From the date of an invoice. First invoices of plans that never began are not counted.</p>
    <Table
      rows={outstanding}
      id={({ age }) => age}
      columns={[
        { label: "Age", cell: ({ age }) => link(hrefOf(pages.adminInvoices, {}, { age }), ageLabels[age]) },
        {
          label: "Invoices",
          cell: ({ count }) => count.toLocaleString("en-US"),
          is_number: true,
          on_phones: "hidden",
        },
        { label: "Left to pay", cell: ({ amount }) => formatMoney(amount), is_number: true },
      ]}
    />
  </section>
);

const RecurringRevenue = ({ figures: { recurring, renewals } }: { figures: Finance }) => (
  <section>
    <h2>Plans</h2>
    <p>
      {formatMoney(recurring.monthly)} a month from {formatCount(recurring.subscriptions, "subscription")}, without tax.{" "}
      {link(
        hrefOf(pages.adminSubscriptions, {}, { ahead: "renewal-90" }),
        `${formatCount(renewals.count, "renewal charge")} in the next 90 days`,
      )}
      : {formatMoney(renewals.amount)} with tax.
    </p>
    {recurring.plans.length > 0 && (
      <Table
        rows={recurring.plans}
        id={({ product_id }) => product_id}
        columns={[
          {
            label: "Plan",
            cell: ({ product_id, name }) => link(hrefOf(pages.adminSubscriptions, {}, { product_id }), name),
          },
          {
            label: "Subscriptions",
            cell: ({ subscriptions }) => subscriptions.toLocaleString("en-US"),
            is_number: true,
            on_phones: "hidden",
          },
          { label: "A month", cell: ({ monthly }) => formatMoney(monthly), is_number: true },
          {
            label: "Ended in the month",
            cell: ({ ended, ended_monthly }) =>
              ended === 0 ? "None" : `${ended.toLocaleString("en-US")}, ${formatMoney(ended_monthly)} a month`,
            is_number: true,
            on_phones: "hidden",
          },
        ]}
      />
    )}
  </section>
);
