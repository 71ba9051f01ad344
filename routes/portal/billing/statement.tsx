import * as z from "zod/mini";
import { pages } from "../../../worker/contract/pages.ts";
import { readStatement, type StatementLine } from "../../../worker/domain/payments/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { csvFile } from "../../../worker/http/csv.ts";
import { dateText } from "../../../worker/ui/date.tsx";
import { csvLine } from "../../../worker/contract/csv.ts";
import { movementLabels } from "../orders/payment-history.tsx";

const monthsShown = 12;

/** Current month first: "2026-11" and "Nov 2026". */
function months(now = new Date()): (readonly [string, string])[] {
  return Array.from({ length: monthsShown }, (_, back) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    const day = first.toISOString();
    return [day.slice(0, 7), dateText(day, "UTC").replace(/^\d+ /, "")];
  });
}

export function StatementForm() {
  return (
    <form className="statement" action={pages.invoiceStatement}>
      <select name="month" aria-label="Month of the statement">
        {months().map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <button className="button quiet">Statement as CSV</button>
    </form>
  );
}

const head = ["Date", "What", "Invoice", "For", "Billed", "Paid", "Returned"] as const;
const paid = new Set<StatementLine["kind"]>(["charge", "balance", "balance_owed", "paid_out_of_band"]);

function toLine({ at, kind, number, reference, amount }: StatementLine): string {
  const dollars = amount / 100;
  const [billed, received, returned] =
    kind === "invoice" ? [dollars, null, null] : paid.has(kind) ? [null, dollars, null] : [null, null, -dollars];
  return csvLine([
    at,
    kind === "invoice" ? "Invoice" : movementLabels[kind],
    number,
    reference,
    billed,
    received,
    returned,
  ]);
}

export const statement: Route = {
  method: "GET",
  path: pages.invoiceStatement,
  handle: csvFile({
    path: pages.invoices,
    access: "see_billing",
    query: z.object({ month: z.optional(z.string().check(z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/))) }),
    name: ({ month }) => (month ? `statement-${month}` : "statement"),
    async load(ctx, { month }) {
      const data = await readStatement(ctx, month);
      return { data, meta: { count: data.length }, next: null };
    },
    format: () => ({ head: csvLine(head), line: toLine }),
  }),
};
