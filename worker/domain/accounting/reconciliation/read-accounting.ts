import * as z from "zod/mini";
import { netSuiteId, netSuiteValue } from "../../../gateways/net-suite/values.ts";
import type { Ctx } from "../../context.ts";
import { callNetSuite } from "../call-net-suite.ts";
import { toCents } from "../cents.ts";
import { isAtEnd, spanEnd } from "../pages.ts";
import { defaultDeadline, type TaskPage } from "../../platform/index.ts";
import { type ExternalRecord, saveRecords } from "./records.ts";
import { nextStep, toTaskPage, type RunCursor } from "./steps.ts";

const pageMs = 2000;
/** SuiteQL's maximum per query. */
const rowsMax = 1000;

const kinds = {
  SalesOrd: "sales_order",
  CustInvc: "invoice",
  CustCred: "credit_memo",
  CustPymt: "customer_payment",
  CustRfnd: "customer_refund",
} as const;
const recordRow = z.object({
  id: netSuiteId(),
  type: z.enum(["SalesOrd", "CustInvc", "CustCred", "CustPymt", "CustRfnd"]),
  externalid: netSuiteValue(),
  entity: netSuiteValue(),
  foreigntotal: netSuiteValue(),
});

const isSalesRecord = "transaction.type IN ('SalesOrd', 'CustInvc', 'CustCred', 'CustPymt', 'CustRfnd')";
/** Keyset paging, because rows inserted or deleted between two requests would shift numbered pages. */
const recordsQuery = (after: string, to: string): string =>
  `SELECT transaction.id, transaction.type, transaction.externalid, transaction.entity, transaction.foreigntotal
FROM transaction
WHERE transaction.id > ${after} AND transaction.id <= ${to} AND ${isSalesRecord}
ORDER BY transaction.id`;

const lastRow = z.object({ last: netSuiteValue() });
const lastRecordQuery = `SELECT MAX(transaction.id) AS last FROM transaction WHERE ${isSalesRecord}`;

async function fetchLastId(ctx: Ctx, until: number): Promise<string> {
  const { rows } = await callNetSuite(ctx, (netSuite) => netSuite.query(lastRow, lastRecordQuery, { limit: 1 }), until);
  return rows[0]?.last ?? "0";
}

/** Signed cents of a decimal text; credit memos and customer refunds are negative, like refunds in our ledger. */
function toSignedCents(type: keyof typeof kinds, text: string): number {
  const cents = toCents(text.replace(/^-/, "")) ?? 0;
  return type === "CustRfnd" || (type !== "CustPymt" && text.startsWith("-")) ? -cents : cents;
}

const toRecord = (row: z.output<typeof recordRow>): ExternalRecord => ({
  object_id: row.id,
  kind: kinds[row.type],
  amount: toSignedCents(row.type, row.foreigntotal ?? "0"),
  currency: "usd",
  customer: row.entity ?? null,
  external_id: row.externalid ?? null,
});

/** Reads accounting's records for two seconds, keyset-paged in id ranges. Skipped without an accounting system. */
export async function fetchAccounting(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  if (!ctx.gateways.netSuite) return toTaskPage(nextStep(cursor), 0);
  const [endsAt, until] = [Date.now() + pageMs, defaultDeadline()];
  const accounting_to = cursor.accounting_to ?? (await fetchLastId(ctx, until));
  let after = cursor.after ?? "0";
  let count = 0;
  while (!isAtEnd(after, accounting_to) && Date.now() < endsAt) {
    const from = after;
    const to = spanEnd(from, accounting_to);
    const { rows, has_more } = await callNetSuite(
      ctx,
      (netSuite) => netSuite.query(recordRow, recordsQuery(from, to), { limit: rowsMax }),
      until,
    );
    const newRows = rows.filter(({ id }) => BigInt(id) > BigInt(from));
    await saveRecords(ctx, cursor.run, "accounting", newRows.map(toRecord));
    count += newRows.length;
    after = has_more ? newRows.reduce((last, { id }) => (BigInt(id) > BigInt(last) ? id : last), from) : to;
    // NetSuite returned an empty page although more rows follow; the next batch reads the page again.
    if (after === from) break;
  }
  const nextCursor: RunCursor = { ...cursor, after, accounting_to };
  return toTaskPage(
    isAtEnd(after, accounting_to) ? { ...nextStep(nextCursor), has_accounting: true } : nextCursor,
    count,
  );
}
