import * as z from "zod/mini";
import type { Ctx } from "../context.ts";
import { callNetSuite, toCents } from "../accounting/index.ts";
import { inTime, type TaskPage } from "../tasks/index.ts";
import { type BookRecord, saveRecords } from "./records.ts";
import { nextStep, pageOf, type Place } from "./steps.ts";

const pageMs = 2000;
/** As many as SuiteQL gives at once. */
const rowsMax = 1000;

const kinds = { SalesOrd: "sales_order", CustInvc: "invoice", CustCred: "credit_memo" } as const;
/** What SuiteQL answers: texts, and nothing for what is null. */
const recordRow = z.object({
  id: z.string(),
  type: z.enum(["SalesOrd", "CustInvc", "CustCred"]),
  externalid: z.optional(z.nullable(z.string())),
  entity: z.optional(z.nullable(z.string())),
  foreigntotal: z.optional(z.nullable(z.string())),
});

/** By key, because rows move between pages that are counted. */
const recordsAfter = (id: string): string =>
  `SELECT transaction.id, transaction.type, transaction.externalid, transaction.entity, transaction.foreigntotal
FROM transaction
WHERE transaction.id > ${id} AND transaction.type IN ('SalesOrd', 'CustInvc', 'CustCred')
ORDER BY transaction.id`;

/** Signed cents of a decimal text; a credit memo's total is below zero there, as a refund is in our ledger. */
function centsOf(text: string): number {
  const cents = toCents(text.replace(/^-/, "")) ?? 0;
  return text.startsWith("-") ? -cents : cents;
}

const toRecord = (row: z.output<typeof recordRow>): BookRecord => ({
  object_id: row.id,
  kind: kinds[row.type],
  amount: centsOf(row.foreigntotal ?? "0"),
  currency: "usd",
  customer: row.entity ?? null,
  external_id: row.externalid ?? null,
});

/**
 * Reads the sales orders, invoices and credit memos of accounting for two seconds, by key; where the shop has no accounting,
 * that book is left out of the comparison. Throws GatewayError.
 */
export async function readAccounting(ctx: Ctx, at: Place): Promise<TaskPage> {
  if (!ctx.gateways.netSuite) return pageOf(nextStep(at), 0);
  const [endsAt, until] = [Date.now() + pageMs, inTime()];
  let after = at.after ?? "0";
  let count = 0;
  while (Date.now() < endsAt) {
    const from = after;
    const { rows, has_more } = await callNetSuite(
      ctx,
      (netSuite) => netSuite.query(recordRow, recordsAfter(from), { limit: rowsMax }),
      until,
    );
    await saveRecords(ctx, at.run, "accounting", rows.map(toRecord));
    after = rows.reduce((last, { id }) => (BigInt(id) > BigInt(last) ? id : last), after);
    count += rows.filter(({ id }) => BigInt(id) > BigInt(from)).length;
    if (!has_more) return pageOf({ ...nextStep(at), has_accounting: true }, count);
    // A page without new rows though more follow: asked again, by the next page of the task at the latest.
    if (after === from) break;
  }
  return pageOf({ ...at, after }, count);
}
