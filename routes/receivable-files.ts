import * as z from "zod/mini";
import { csvLine } from "../worker/contract/csv.ts";
import { uuid } from "../worker/contract/fields.ts";
import { pages } from "../worker/contract/pages.ts";
import * as contract from "../worker/contract/v1/admin/receivables.ts";
import { getOwnOrganization } from "../worker/domain/organizations/index.ts";
import { listReceivables, type Receivable } from "../worker/domain/payments/index.ts";
import type { ReadCtx } from "../worker/domain/context.ts";
import { getShopSettings, toSeller } from "../worker/domain/platform/index.ts";
import type { Route } from "../worker/http/app-env.ts";
import { csvFile } from "../worker/http/csv.ts";
import { pdfFile } from "../worker/http/pdf-file.ts";
import { printStatement } from "../worker/pdf/statement.ts";
import { dateText } from "../worker/ui/date.tsx";
import { overdueText } from "./receivable-ages.ts";

const csvHeadings = ["Invoice", "Order", "PO number", "Due", "Days overdue", "Billed", "Left to pay"] as const;

const toCells = (row: Receivable) => [
  row.stripe_invoice_no,
  row.order_number,
  row.po_number,
  row.due_on,
  row.days_overdue,
  row.amount / 100,
  row.remaining / 100,
];

const toListPage = (data: Receivable[]) => ({ data, meta: { count: data.length }, next: null });

/** `as_of` is today in the shop's time zone, by which `days_overdue` counts. */
async function readIssuer(ctx: ReadCtx) {
  const { seller, time_zone } = await getShopSettings(ctx);
  return {
    seller: toSeller(seller, ctx.settings.SUPPORT_EMAIL),
    as_of: dateText(new Date(ctx.started_at).toISOString(), time_zone),
  };
}

type PrintInput = Awaited<ReturnType<typeof readIssuer>> & { organization: string; rows: Receivable[] };

/** Includes only open invoices on account, as of today. */
const printOpenInvoices = ({ organization, as_of, seller, rows }: PrintInput) =>
  printStatement({
    title: "Statement of account",
    organization,
    as_of,
    seller,
    labels: ["Due", "State", "Billed", "Received", "Open"],
    sum_label: "Sum",
    rows: rows.map((row) => ({
      date: dateText(row.due_on, "UTC"),
      what: overdueText(row.days_overdue),
      reference: [row.stripe_invoice_no, row.order_number, row.po_number].filter(Boolean).join(", "),
      amounts: [row.amount, row.amount - row.remaining, row.remaining],
    })),
  });

const ownCsv: Route = {
  method: "GET",
  path: pages.accountCsv,
  handle: csvFile({
    path: pages.account,
    access: "see_billing",
    query: z.object({}),
    name: "account",
    load: async (ctx) => toListPage(await listReceivables(ctx, "own")),
    format: () => ({ head: csvLine(csvHeadings), line: (row: Receivable) => csvLine(toCells(row)) }),
  }),
};

const ownPdf: Route = {
  method: "GET",
  path: pages.accountStatementPdf,
  handle: pdfFile({
    access: "see_billing",
    path: pages.account,
    input: z.object({}),
    async load(ctx) {
      const [rows, { name }, issuer] = await Promise.all([
        listReceivables(ctx, "own"),
        getOwnOrganization(ctx),
        readIssuer(ctx),
      ]);
      return { ...issuer, organization: name, rows };
    },
    name: () => "statement-of-account",
    print: (_, data) => printOpenInvoices(data),
  }),
};

const allCsv: Route = {
  method: "GET",
  path: pages.receivablesCsv,
  handle: csvFile({
    path: pages.receivables,
    access: "invoices:read",
    query: contract.getAllReceivables.query,
    name: "receivables",
    load: async (ctx, query) => toListPage(await listReceivables(ctx, query)),
    format: () => ({
      head: csvLine(["Organization", ...csvHeadings]),
      line: (row: Receivable) => csvLine([row.organization.name, ...toCells(row)]),
    }),
  }),
};

const organizationPdf: Route = {
  method: "GET",
  path: pages.receivablesStatementPdf,
  handle: pdfFile({
    access: "invoices:read",
    path: pages.receivables,
    input: z.object({ org_id: z.tuple([uuid()]) }),
    async load(ctx, { org_id: [id] }) {
      const [rows, issuer] = await Promise.all([listReceivables(ctx, { org_id: id }), readIssuer(ctx)]);
      return { ...issuer, organization: rows[0]?.organization.name ?? "", rows };
    },
    name: ({ organization }) => `statement-of-account-${organization}`,
    print: (_, data) => printOpenInvoices(data),
  }),
};

export const ownReceivableFiles: Route[] = [ownCsv, ownPdf];
export const receivableFiles: Route[] = [allCsv, organizationPdf];
