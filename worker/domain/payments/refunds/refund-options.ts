import type { RefundLine } from "../../../contract/buying/refund-choice.ts";
import { sql } from "drizzle-orm";
import type { Ctx, ReadCtx } from "../../context.ts";
import { exists } from "../../sql.ts";
import { readRefundable } from "./read-refundable.ts";

/** What can be refunded of an order; US cents. */
export type RefundOptions = { order_number: string; left_cents: number; lines: RefundLine[] };

export async function readRefundOptions(ctx: ReadCtx, orderId: string): Promise<RefundOptions> {
  const { order_number, left_now, parts } = await readRefundable(ctx, orderId);
  return {
    order_number,
    left_cents: Math.max(0, left_now),
    lines: parts.map((part) => ({ ...part, id: part.line_id ?? "shipping", name: part.name ?? "Shipping" })),
  };
}

/** Whether a refund of the order was requested with this idempotency key. */
export const isRefundKeyUsed = (ctx: Ctx, orderId: string, key: string): Promise<boolean> =>
  exists(ctx, sql`select 1 from refunds where order_id = ${orderId} and key = invoice_id || '_' || ${key}::text`);
