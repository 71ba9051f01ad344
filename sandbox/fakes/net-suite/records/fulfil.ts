import { z } from "zod";
import type { Account } from "../state.ts";
import { type RecordInput, saveRecord } from "../store/plant.ts";
import type { StoredRecord } from "../store/store.ts";
import { isClosedItem, isClosedOrder, isPendingApproval, readLines, readProgress } from "./balances.ts";
import { createInvoice } from "./transform.ts";

const sourceSchema = z.object({
  createdFrom: z.union([z.object({ id: z.coerce.string() }), z.coerce.string()]).optional(),
});

/**
 * Fulfills an approved order. Without Advanced Shipping this also creates an invoice of the fulfilled quantities and of
 * the lines that need no fulfillment (docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_N3195884.html).
 */
export async function fulfil(account: Account, fields: RecordInput): Promise<StoredRecord> {
  const { store, preferences } = account;
  const { createdFrom } = sourceSchema.parse(fields.fields);
  const id = typeof createdFrom === "string" ? createdFrom : createdFrom?.id;
  const order = id === undefined ? undefined : await store.find("sales_order", { id });
  if (order && isPendingApproval(order)) throw new Error("The sales order is pending approval.");
  const isNew = fields.id === undefined;
  if (order && isNew && isClosedOrder(order)) throw new Error("The sales order is closed.");
  if (order && isNew && readLines(fields).some(({ item }) => isClosedItem(order, item.id)))
    throw new Error("The line of the sales order is closed.");
  const fulfillment = await saveRecord(store, fields);
  if (order && isNew && !preferences.has_advanced_shipping) {
    const lines = await readProgress(store, order);
    const invoiceLines = lines.map((line) => ({
      orderLine: line.line ?? 0,
      quantity: (line.isFulfillable ? line.fulfilled : line.quantity) - line.billed,
    }));
    await createInvoice({ store, preferences }, order, invoiceLines, {});
  }
  return fulfillment;
}
