import { BadRequest, type Issue } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { readRefundable } from "./read-refundable.ts";
import { type Asked, askedOf, type Wish } from "./refund-order.ts";
import { leftOf, shareOf, sumOf } from "./shares.ts";

/** Refundable amounts of an order in US cents, and a preview of the request. */
export type RefundOptions = {
  order_number: string;
  left_cents: number;
  parts: { id: string; name: string; quantity: number; left: number; one_cents: number }[];
  asked: Asked | undefined;
  /** Why the request is refused. */
  issue: Issue | undefined;
};

export async function readRefundOptions(ctx: Ctx, orderId: string, wish?: Wish): Promise<RefundOptions> {
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
  if (!wish) return { ...shared, asked: undefined, issue: undefined };
  try {
    const asked = askedOf(order, wish);
    if (asked.amount <= left_cents) return { ...shared, asked, issue: undefined };
    const message = "The amount exceeds what is left of the payment.";
    return { ...shared, asked: undefined, issue: { code: "too_big", path: ["amount"], message } };
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    return { ...shared, asked: undefined, issue: error.issues[0] };
  }
}
