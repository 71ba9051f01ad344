import { BadRequest, type Issue } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { readRefundable } from "./read-refundable.ts";
import { type RefundAmounts, toRefundAmounts, type RefundRequest } from "./refund-order.ts";
import { leftOf, shareOf, sumOf } from "./shares.ts";

/** Refundable amounts of an order in US cents, and a preview of the request. */
export type RefundOptions = {
  order_number: string;
  left_cents: number;
  parts: { id: string; name: string; quantity: number; left: number; one_cents: number }[];
  preview: RefundAmounts | undefined;
  issue: Issue | undefined;
};

export async function readRefundOptions(
  ctx: ReadCtx,
  orderId: string,
  request?: RefundRequest,
): Promise<RefundOptions> {
  const order = await readRefundable(ctx, orderId);
  const left_cents = Math.max(0, order.left_now);
  const parts = order.parts.map((part) => ({
    id: part.line_id ?? "shipping",
    name: part.name ?? "Shipping",
    quantity: part.quantity,
    left: leftOf(part),
    one_cents: leftOf(part) > 0 ? sumOf([shareOf(part, 1)]) : 0,
  }));
  const shared = { order_number: order.order_number, left_cents, parts };
  if (!request) return { ...shared, preview: undefined, issue: undefined };
  try {
    const preview = toRefundAmounts(order, request);
    if (preview.amount <= left_cents) return { ...shared, preview, issue: undefined };
    const message = "The amount exceeds what is left of the payment.";
    return { ...shared, preview: undefined, issue: { code: "too_big", path: ["amount"], message } };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return { ...shared, preview: undefined, issue: error.issues[0] };
  }
}
