import * as z from "zod/mini";
import { netSuiteId, netSuiteValue } from "../../../gateways/net-suite/values.ts";
import { callNetSuite } from "../call-net-suite.ts";
import { toCents } from "../cents.ts";
import type { Ctx } from "../../context.ts";

/** A NetSuite transaction; total in US cents, positive for credit memos too, null if NetSuite states none. */
export type Transaction = { id: string; total: number | null; memo: string | null };

const rowsMax = 1000;
const idsMax = 500;
const transactionRow = z.object({
  id: netSuiteId(),
  externalid: z.string(),
  total: netSuiteValue(),
  memo: netSuiteValue(),
});
const typeList = ["SalesOrd", "CustInvc", "CustPymt", "CustCred", "CustRfnd"].map((type) => `'${type}'`).join(", ");

/** Totals are SuiteQL's computed `foreigntotal`: a text in the transaction's currency, negative for credit memos. */
export async function fetchTransactions(
  ctx: Ctx,
  externalIds: readonly string[],
  until: number,
): Promise<Map<string, Transaction>> {
  const transactions = new Map<string, Transaction>();
  for (let start = 0; start < externalIds.length; start += idsMax)
    await fetchBatch(ctx, externalIds.slice(start, start + idsMax), until, transactions);
  return transactions;
}

async function fetchBatch(ctx: Ctx, ids: readonly string[], until: number, transactions: Map<string, Transaction>) {
  const idList = ids.map(toLiteral).join(", ");
  let after = "0";
  for (let hasMore = true; hasMore;) {
    const statement = `SELECT transaction.id, transaction.externalid, transaction.foreigntotal AS total,
  transaction.memo
FROM transaction
WHERE transaction.externalid IN (${idList}) AND transaction.type IN (${typeList}) AND transaction.id > ${toIdLiteral(after)}
ORDER BY transaction.id`;
    const page = await callNetSuite(
      ctx,
      (netSuite) => netSuite.query(transactionRow, statement, { limit: rowsMax }),
      until,
    );
    for (const { id, externalid, total, memo = null } of page.rows)
      transactions.set(externalid, { id, total: toCents(total?.replace("-", "") ?? "") ?? null, memo });
    const last = page.rows.at(-1)?.id;
    hasMore = page.has_more && last !== undefined;
    after = last ?? after;
  }
}

const fulfilmentInvoice = z.object({
  id: netSuiteId(),
  order_eid: z.string(),
  total: netSuiteValue(),
  memo: netSuiteValue(),
});

/**
 * Invoices that NetSuite created at fulfilment, which have no external id of ours, by our external id of their order.
 */
export async function fetchFulfilmentInvoices(
  ctx: Ctx,
  orderIds: readonly string[],
  until: number,
): Promise<Map<string, Transaction[]>> {
  const invoices = new Map<string, Transaction[]>();
  if (orderIds.length === 0) return invoices;
  const statement = `SELECT i.id, so.externalid AS order_eid, i.foreigntotal AS total, i.memo
FROM transaction i
  JOIN previoustransactionlink l ON l.nextdoc = i.id
  JOIN transaction so ON so.id = l.previousdoc
WHERE i.type = 'CustInvc' AND so.type = 'SalesOrd' AND i.externalid IS NULL
  AND so.externalid IN (${orderIds.map(toLiteral).join(", ")})
ORDER BY i.id`;
  const options = { limit: rowsMax };
  const { rows } = await callNetSuite(ctx, (netSuite) => netSuite.query(fulfilmentInvoice, statement, options), until);
  for (const { id, order_eid, total, memo = null } of rows)
    invoices.set(order_eid, [...(invoices.get(order_eid) ?? []), { id, total: toCents(total ?? "") ?? null, memo }]);
  return invoices;
}

/** An external id as a SuiteQL literal; the check of its characters prevents injection. */
function toLiteral(externalId: string): string {
  if (!/^[\w-]+$/.test(externalId)) throw new Error("not an external id");
  return `'${externalId}'`;
}

function toIdLiteral(id: string): string {
  if (!/^\d{1,18}$/.test(id)) throw new Error("not an internal id of NetSuite");
  return id;
}
