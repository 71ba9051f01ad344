import { z } from "zod";
import type { Store, StoredRecord } from "../store/store.ts";

export const toCents = (decimal: unknown): number => Math.round(Number(decimal ?? 0) * 100);
export const toDecimal = (cents: number): string => (cents / 100).toFixed(2);

const lineSchema = z.looseObject({
  item: z.object({ id: z.coerce.string() }),
  line: z.int().optional(),
  orderLine: z.int().optional(),
  quantity: z.number().default(1),
  rate: z.number().default(0),
  isClosed: z.boolean().optional(),
});
export type Line = z.output<typeof lineSchema>;

/** A line without a number gets its position as number. */
export const readLines = ({ fields }: Pick<StoredRecord, "fields">): Line[] =>
  (z.object({ items: z.array(lineSchema) }).safeParse(fields["item"]).data?.items ?? []).map((each, index) => ({
    ...each,
    line: each.line ?? index + 1,
  }));

/** The unpaid cents of an invoice. */
export async function readRemaining(store: Store, invoice: StoredRecord): Promise<number> {
  const linkedRecords = await store.createdFrom(invoice.id);
  return toCents(invoice.total) - linkedRecords.reduce((sum, { fields }) => sum + toCents(fields["applied"]), 0);
}

/** The cents of a credit memo that are neither applied to an invoice nor refunded. */
export async function readUnapplied(store: Store, memo: StoredRecord): Promise<number> {
  const refunds = await store.createdFrom(memo.id);
  const refundedCents = refunds.reduce((sum, { total }) => sum + toCents(total), 0);
  return toCents(memo.total) - toCents(memo.fields["applied"]) - refundedCents;
}

export type OrderLine = Line & { fulfilled: number; billed: number; isFulfillable: boolean };

export async function readProgress(store: Store, order: StoredRecord): Promise<OrderLine[]> {
  const createdRecords = await store.createdFrom(order.id);
  const fulfilled = new Map<string, number>();
  for (const { item, quantity } of createdRecords.filter(({ kind }) => kind === "fulfillment").flatMap(readLines))
    fulfilled.set(item.id, (fulfilled.get(item.id) ?? 0) + quantity);
  const invoiced = createdRecords.filter(({ kind }) => kind === "invoice").flatMap(readLines);
  const lines = [];
  for (const each of readLines(order)) {
    const soldItem = await store.find("item", { id: each.item.id });
    const isFulfillable = soldItem?.fields["itemType"] !== "OthCharge" && soldItem?.fields["itemType"] !== "Service";
    const fulfilledQuantity = Math.min(each.quantity, fulfilled.get(each.item.id) ?? 0);
    fulfilled.set(each.item.id, (fulfilled.get(each.item.id) ?? 0) - fulfilledQuantity);
    const billed = invoiced
      .filter(({ orderLine }) => orderLine === each.line)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    lines.push({ ...each, isFulfillable, fulfilled: fulfilledQuantity, billed });
  }
  return lines;
}

export const isPendingApproval = ({ fields }: StoredRecord): boolean =>
  z.object({ id: z.literal("A") }).safeParse(fields["orderStatus"]).success;

export const isClosedOrder = (order: StoredRecord): boolean =>
  readLines(order).every(({ isClosed }) => isClosed === true);

/** Whether the order has the item, but only on closed lines, which cannot be fulfilled. */
export function isClosedItem(order: StoredRecord, itemId: string): boolean {
  const lines = readLines(order).filter(({ item }) => item.id === itemId);
  return lines.length > 0 && lines.every(({ isClosed }) => isClosed === true);
}

/**
 * An order's status: A pending approval, B pending fulfillment, D partially fulfilled, F pending billing, G billed, H
 * closed.
 */
export function determineStatus(order: StoredRecord, lines: OrderLine[]): string {
  if (isPendingApproval(order)) return "A";
  if (lines.every(({ isClosed }) => isClosed)) return "H";
  if (lines.every(({ quantity, billed }) => billed >= quantity)) return "G";
  const goods = lines.filter(({ isFulfillable }) => isFulfillable);
  if (goods.every(({ quantity, fulfilled }) => fulfilled >= quantity)) return "F";
  return goods.some(({ fulfilled }) => fulfilled > 0) ? "D" : "B";
}
