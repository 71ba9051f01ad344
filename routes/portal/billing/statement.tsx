import { useContext } from "react";
import * as z from "zod/mini";
import { SelectField } from "../../../islands/ui/fields/select-field.tsx";
import { pages } from "../../../worker/contract/pages.ts";
import { findSeller } from "../../../worker/domain/platform/index.ts";
import { getOwnOrganization } from "../../../worker/domain/organizations/index.ts";
import { readStatement, type StatementLine } from "../../../worker/domain/payments/index.ts";
import type { Route } from "../../../worker/http/app-env.ts";
import { csvFile } from "../../../worker/http/csv.ts";
import { dateText, TimeZone } from "../../../worker/ui/date.tsx";
import { pdfFile } from "../../../worker/http/pdf-file.ts";
import { printStatement } from "../../../worker/pdf/statement.ts";
import { csvLine } from "../../../worker/contract/csv.ts";
import { movementLabels } from "../orders/payment-history.tsx";

const monthsShown = 12;

/** The viewer's current month comes first: "2026-11" and "Nov 2026". */
function listMonths(timeZone: string): (readonly [string, string])[] {
  const [year = 0, month = 1] = dayIn(Date.now(), timeZone).split("-").map(Number);
  return Array.from({ length: monthsShown }, (_, monthsBack) => {
    const value = new Date(Date.UTC(year, month - 1 - monthsBack, 1)).toISOString().slice(0, 7);
    return [value, monthName(value)];
  });
}

export function StatementForm() {
  const timeZone = useContext(TimeZone);
  return (
    <>
      <button type="button" className="button quiet statement-button" popoverTarget="statement">
        Statement
      </button>
      <form id="statement" popover="auto" className="menu-panel statement" action={pages.invoiceStatement}>
        <SelectField id="statement-month" name="month" label="Month of the statement" options={listMonths(timeZone)} />
        <div className="actions">
          <button className="button" formAction={pages.invoiceStatementPdf}>
            PDF<span className="unseen"> of the statement</span>
          </button>
          <button className="button quiet">
            <span className="unseen">Statement as </span>CSV
          </button>
        </div>
      </form>
    </>
  );
}

const csvHeadings = ["Date", "What", "Invoice", "For", "Billed", "Paid", "Returned"] as const;
const paymentKinds = new Set<StatementLine["kind"]>(["charge", "balance", "balance_owed", "paid_out_of_band"]);

const lineLabel = ({ kind }: StatementLine): string => (kind === "invoice" ? "Invoice" : movementLabels[kind]);

/** Columns: billed, paid, refunded. */
const splitAmounts = ({ kind, amount }: StatementLine): [number | null, number | null, number | null] =>
  kind === "invoice" ? [amount, null, null] : paymentKinds.has(kind) ? [null, amount, null] : [null, null, -amount];

function toCsvLine(line: StatementLine): string {
  const amounts = splitAmounts(line).map((cents) => (cents === null ? null : cents / 100));
  return csvLine([line.at, lineLabel(line), line.number, line.reference, ...amounts]);
}

const monthText = z.string().check(z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/));
const monthQuery = z.object({ month: z.optional(monthText) });
/** `pdfFile` reads each query parameter as a list. */
const monthInput = z.object({ month: z.optional(z.array(monthText)) });

const monthName = (value: string): string => dateText(`${value}-01`, "UTC").replace(/^\d+ /, "");

export const statementPdf: Route = {
  method: "GET",
  path: pages.invoiceStatementPdf,
  handle: pdfFile({
    access: "see_billing",
    path: pages.invoices,
    input: monthInput,
    async load(ctx, { month: chosen }) {
      const [value] = chosen ?? [];
      const [lines, organization, seller] = await Promise.all([
        readStatement(ctx, value),
        getOwnOrganization(ctx),
        findSeller(ctx),
      ]);
      return { lines, organization, seller, value };
    },
    name: ({ value }) => (value ? `statement-${value}` : "statement"),
    print: (ctx, { lines, organization, seller, value }) =>
      printStatement({
        title: `Statement ${monthName(value ?? dayIn(ctx.started_at, ctx.time_zone()).slice(0, 7))}`,
        organization: organization.name,
        seller,
        labels: ["Date", "What", "Billed", "Paid", "Returned"],
        sum_label: "Total for the month",
        rows: lines.map((line) => ({
          date: dateText(line.at, ctx.time_zone()),
          what: lineLabel(line),
          reference: [line.number, line.reference].filter(Boolean).join(", "),
          amounts: splitAmounts(line),
        })),
      }),
  }),
};

/** "2026-11-20": the Swedish format is ISO 8601. */
const dayIn = (at: number, timeZone: string): string => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(at);

export const statement: Route = {
  method: "GET",
  path: pages.invoiceStatement,
  handle: csvFile({
    path: pages.invoices,
    access: "see_billing",
    query: monthQuery,
    name: ({ month }) => (month ? `statement-${month}` : "statement"),
    async load(ctx, { month }) {
      const data = await readStatement(ctx, month);
      return { data, meta: { count: data.length }, next: null };
    },
    format: () => ({ head: csvLine(csvHeadings), line: toCsvLine }),
  }),
};
