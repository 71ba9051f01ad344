import { formatMoney } from "../../../islands/lib/money.ts";
import type { BookRun } from "../../../worker/contract/entities/books.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import * as contract from "../../../worker/contract/v1/admin/books.ts";
import {
  findLastBookRun,
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
import { RefreshNote, refreshOf, refreshQuery } from "../integrations/refresh.tsx";
import { differenceColumns } from "./difference-columns.tsx";

const shownMax = 8;
const openOnes = contract.listBookDifferences.query.parse({ is_open: true, limit: shownMax });

/** Reconciliation of our records, the payment provider and accounting. */
const shown = page({
  path: pages.books,
  access: "manage_shop",
  layout: consoleLayout,
  section: "Integrations",
  query: refreshQuery,
  async load({ ctx }) {
    const [newest, last, open] = await Promise.all([
      findNewestBookRun(ctx),
      findLastBookRun(ctx),
      listBookDifferences(ctx, openOnes),
    ]);
    return { newest, last, open };
  },
  head: ({ newest }, { query: { still } }) => ({
    title: "Books · CrunchBox",
    no_store: true,
    refresh_s: refreshOf({ isRunning: newest?.status === "processing", still }),
  }),
  view: ({ newest, last, open: { data, meta } }, { query: { still } }) => (
    <>
      <PageHeader
        trail={[["Integrations", pages.integrations]]}
        title="Books"
        note={meta.count === 1 ? "1 open difference" : `${meta.count.toLocaleString("en-US")} open differences`}
        subtitle="Our orders, our ledger, the payment provider and accounting, compared to the cent each night."
        action={newest?.status !== "processing" && <CompareForm />}
      />
      <UnderWay run={newest} />
      <RefreshNote isRunning={newest?.status === "processing"} still={still} path={pages.books} />
      {last ? (
        <Totals run={last} />
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
          <h2>Open differences</h2>
          <Table
            rows={data}
            id={({ id }) => id}
            href={({ id }) => hrefOf(pages.bookDifference, { id })}
            columns={differenceColumns}
          />
        </section>
      )}
      <p className="links">
        <a href={hrefOf(pages.bookDifferences, {}, { is_open: "true" })}>All open differences</a>
        <a href={pages.bookDifferences}>Closed ones too</a>
        <a href={hrefOf(pages.task, { name: "books" })}>Earlier runs</a>
      </p>
    </>
  ),
});

const CompareForm = () => (
  <form method="post" action={pages.compareBooks}>
    <button className="button">Compare now</button>
  </form>
);

function UnderWay({ run }: { run: BookRun | undefined }) {
  if (run?.status === "processing")
    return <Progress label={`Comparing: ${run.found.toLocaleString("en-US")} entries so far`} max={1} />;
  if (run?.status !== "failed") return null;
  return (
    <p>The last comparison stopped, and nothing was compared: {run.error} The next run continues where it stopped.</p>
  );
}

const bookWords = {
  orders: "Orders and plans",
  ledger: "Our ledger",
  provider: "Payment provider",
  accounting: "Accounting",
};
const books = ["orders", "ledger", "provider", "accounting"] as const;
const centsText = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? "–" : formatMoney(cents);

/** One row per source, so that totals line up. */
function Totals({ run: { finished_at, totals } }: { run: BookRun }) {
  const of = (line: "paid" | "refunded" | "disputed", book: (typeof books)[number]) =>
    totals?.find((total) => total.line === line)?.[book];
  const left = (book: (typeof books)[number]) => {
    if (book === "orders" || of("paid", book) === null) return null;
    return (of("paid", book) ?? 0) + (of("refunded", book) ?? 0) + (of("disputed", book) ?? 0);
  };
  return (
    <section>
      <h2>Totals</h2>
      {finished_at && (
        <p className="small">
          Compared <TimeText at={finished_at} />. Amounts that are not due in accounting yet, or were refunded before
          their export, appear only in the other sources.
        </p>
      )}
      <Table
        rows={books}
        id={(book) => book}
        columns={[
          { label: "Book", cell: (book) => bookWords[book] },
          { label: "Paid", cell: (book) => centsText(of("paid", book)), is_number: true, on_phones: "hidden" },
          { label: "Refunded", cell: (book) => centsText(of("refunded", book)), is_number: true, on_phones: "hidden" },
          { label: "Disputed", cell: (book) => centsText(of("disputed", book)), is_number: true, on_phones: "hidden" },
          { label: "Left", cell: (book) => centsText(left(book)), is_number: true },
        ]}
      />
    </section>
  );
}

const compare = formPost(contract.startBookRun, {
  path: pages.compareBooks,
  back: pages.books,
  send: (ctx) => startBookRun(ctx),
  done: () => "The reconciliation is running.",
});

export const booksPage = [shown, compare];
