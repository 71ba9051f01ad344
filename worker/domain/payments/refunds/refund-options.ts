import type { CancelableLine } from "../../../contract/buying/cancel-choice.ts";
import type { RefundLine } from "../../../contract/buying/refund-choice.ts";
import { sql } from "drizzle-orm";
import type { Ctx, ReadCtx } from "../../context.ts";
import { exists } from "../../sql.ts";
import { isFullyOwed } from "./cancel-order.ts";
import { outsideCents, type Refundable, readRefundable } from "./read-refundable.ts";

export type RefundOptions = {
  order_number: string;
  left_cents: number;
  /** Money paid by wire or cheque is left, so this refund bypasses the provider; `left_cents` is that money. */
  is_outside: boolean;
  /** Today in the shop's time zone, the last day that can be entered. */
  today: string;
  /** US cents that can be refunded without a second person; null: no limit. */
  free_cents: number | null;
  lines: RefundLine[];
};

export async function readRefundOptions(ctx: ReadCtx, orderId: string): Promise<RefundOptions> {
  const order = await readRefundable(ctx, orderId);
  const { order_number, left_now, today, parts } = order;
  const outsideAmount = outsideCents(order);
  return {
    order_number,
    left_cents: outsideAmount > 0 ? outsideAmount : Math.max(0, left_now),
    is_outside: outsideAmount > 0,
    today,
    free_cents: centsWithoutApproval(order),
    lines: parts.map((part) => ({ ...part, id: part.line_id ?? "shipping", name: part.name ?? "Shipping" })),
  };
}

const centsWithoutApproval = ({
  refund_limit,
  recent_cents,
}: Pick<Refundable, "refund_limit" | "recent_cents">): number | null =>
  refund_limit === null ? null : Math.max(0, refund_limit - recent_cents);

export type CancelOptions = {
  order_number: string;
  is_canceled: boolean;
  left_cents: number;
  /** Nothing was shipped or is downloadable, so canceling all lines cancels the order and refunds its shipping, too. */
  is_whole: boolean;
  /** US cents that can be refunded without a second person; null: no limit. */
  free_cents: number | null;
  lines: CancelableLine[];
};

export async function readCancelOptions(ctx: ReadCtx, orderId: string): Promise<CancelOptions> {
  const order = await readRefundable(ctx, orderId);
  const { order_number, status, left_now, parts } = order;
  return {
    order_number,
    is_canceled: status === "canceled",
    left_cents: Math.max(0, left_now),
    is_whole: isFullyOwed(order),
    free_cents: centsWithoutApproval(order),
    lines: parts.flatMap((part) =>
      part.line_id === null ? [] : [{ ...part, id: part.line_id, name: part.name ?? "" }],
    ),
  };
}

export const isRefundKeyUsed = (ctx: Ctx, orderId: string, key: string): Promise<boolean> =>
  exists(ctx, sql`select 1 from refunds where order_id = ${orderId} and key = invoice_id || '_' || ${key}::text`);
