import { formatMoney } from "../../../islands/lib/money.ts";
import type { ReconciliationRun } from "../../../worker/contract/entities/reconciliation.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/books.ts";
import {
  findLastCompletedBookRun,
  findNewestBookRun,
  listBookDifferences,
  startBookRun,
} from "../../../worker/domain/accounting/index.ts";
import { formPost } from "../../../worker/http/form.ts";
import { page } from "../../../worker/http/page.ts";
import { TimeText } from "../../../worker/ui/date.tsx";
import { Progress } from "../../../worker/ui/figures/progress.tsx";
import { PageHeader } from "../../../worker/ui/layouts/page-header.tsx";
import { EmptyState } from "../../../worker/ui/lists/empty-state.tsx";
import { Table } from "../../../worker/ui/lists/table.tsx";
import { consoleLayout } from "../../layouts.tsx";
import { RefreshNote, refreshSeconds, refreshQuery } from "../integrations/refresh.tsx";
import { Bridge } from "./bridge.tsx";
import { discrepancyColumns } from "./discrepancy-columns.tsx";
import { sourceLabels } from "./labels.ts";

const openMax = 8;
const openQuery = contract.listBookDifferences.query.parse({ is_open: true, limit: openMax });

const reconciliationPage = page({
  path: pages.reconciliation,
  access: "reconciliation:read",
  layout: consoleLayout,
  section: "Integrations",
  query: refreshQuery,
  async load({ ctx }) {
    const [newest, last, open] = await Promise.all([
      findNewestBookRun(ctx),
      findLastCompletedBookRun(ctx),
      listBookDifferences(ctx, openQuery),
    ]);
    return { newest, last, open };
  },
  head: ({ newest }, { query: { still } }) => ({
    title: "Reconciliation · CrunchBox",
    no_store: true,
    refresh_s: refreshSeconds({ isRunning: newest?.status === "processing", still }),
  }),
  view: ({ newest, last, open: { data, meta } }, { query: { still }, viewer }) => (
    <>
      <PageHeader
        trail={[["Integrations", pages.integrations]]}
        title="Reconciliation"
        note={meta.count === 1 ? "1 open discrepancy" : `${meta.count.toLocaleString("en-US")} open discrepancies`}
        subtitle="Every night we compare orders, our ledger, the payment provider and accounting, to the cent."
        action={newest?.status !== "processing" && <RunForm />}
      />
      <RunState run={newest} />
      <RefreshNote isRunning={newest?.status === "processing"} still={still} path={pages.reconciliation} />
      {last ? (
        <>
          <Totals run={last} />
          <Bridge totals={last.totals} viewer={viewer} />
        </>
      ) : (
        <EmptyState drawing="papers">
          No reconciliation has run yet. The first run starts tonight, or with the button above.
        </EmptyState>
      )}
      {last && data.length === 0 && (
        <EmptyState drawing="papers">Everything matches. No discrepancy is open.</EmptyState>
      )}
      {data.length > 0 && (
        <section>
          <h2>Open discrepancies</h2>
          <Table
            rows={data}
            id={({ id }) => id}
            href={({ id }) => hrefOf(pages.discrepancy, { id })}
            columns={discrepancyColumns}
          />
        </section>
      )}
      <p className="links">
        <a href={hrefOf(pages.discrepancies, {}, { is_open: "true" })}>All open discrepancies</a>
        <a href={pages.discrepancies}>Open and closed discrepancies</a>
        <a href={hrefOf(pages.task, { name: "books" })}>Earlier runs</a>
      </p>
    </>
  ),
});

const RunForm = () => (
  <form method="post" action={pages.startReconciliation}>
    <button className="button">Run now</button>
  </form>
);

function RunState({ run }: { run: ReconciliationRun | undefined }) {
  if (run?.status === "processing")
    return <Progress label={`Reconciling: ${run.found.toLocaleString("en-US")} entries so far`} max={1} />;
  if (run?.status !== "failed") return null;
  return (
    <p>The last run stopped before it compared anything: {run.error} The next run continues where this one stopped.</p>
  );
}

const sources = ["orders", "ledger", "provider", "accounting"] as const;
const centsText = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? "–" : formatMoney(cents);

/** One row per source, so that totals line up. */
function Totals({ run: { finished_at, totals } }: { run: ReconciliationRun }) {
  const findAmount = (line: "paid" | "refunded" | "disputed", source: (typeof sources)[number]) =>
    totals?.find((total) => total.line === line)?.[source];
  const sumNet = (source: (typeof sources)[number]) => {
    if (source === "orders" || findAmount("paid", source) === null) return null;
    return (
      (findAmount("paid", source) ?? 0) + (findAmount("refunded", source) ?? 0) + (findAmount("disputed", source) ?? 0)
    );
  };
  return (
    <section>
      <h2>Totals</h2>
      {finished_at && (
        <p className="small">
          Last run <TimeText at={finished_at} />.
        </p>
      )}
      <Table
        rows={sources}
        id={(source) => source}
        columns={[
          { label: "Source", cell: (source) => sourceLabels[source] },
          {
            label: "Paid",
            cell: (source) => centsText(findAmount("paid", source)),
            is_number: true,
            on_phones: "hidden",
          },
          {
            label: "Refunded",
            cell: (source) => centsText(findAmount("refunded", source)),
            is_number: true,
            on_phones: "hidden",
          },
          {
            label: "Disputed",
            cell: (source) => centsText(findAmount("disputed", source)),
            is_number: true,
            on_phones: "hidden",
          },
          { label: "Net", cell: (source) => centsText(sumNet(source)), is_number: true },
        ]}
      />
    </section>
  );
}

const startRunForm = formPost(contract.startBookRun, {
  path: pages.startReconciliation,
  back: pages.reconciliation,
  send: (ctx) => startBookRun(ctx),
  done: () => "The reconciliation is running.",
});

export const overviewRoutes = [reconciliationPage, startRunForm];
