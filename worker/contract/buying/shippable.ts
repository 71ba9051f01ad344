import type { OrderStatus, PaymentStatus } from "../../../db/enums.ts";

export const notShippableMessages = {
  canceled: "This order was canceled, so nothing of it can ship.",
  being_canceled: "This order is being canceled, so nothing of it ships. If that fails, it can ship again.",
  unpaid: "This order is not paid yet. Nothing ships before its payment has arrived.",
  disputed: "The payment of this order is disputed. Nothing ships before the dispute is won.",
  refunded: "The payment of this order was refunded, so nothing of it can ship.",
  refund_failed:
    "A refund of this order failed. Try it again, or note it as paid by other means: then the rest can ship.",
} as const;
export type NotShippableReason = keyof typeof notShippableMessages;

const reasonByPayment: Record<PaymentStatus, NotShippableReason | undefined> = {
  pending: "unpaid",
  declined: "unpaid",
  disputed: "disputed",
  refunded: "refunded",
  refund_failed: "refund_failed",
  paid: undefined,
  partially_refunded: undefined,
};

/**
 * Undefined for a shippable order: paid, neither disputed nor fully refunded and without a failed refund (F25), or on
 * account, once its invoice is issued.
 */
export function findNotShippableReason(order: {
  status: OrderStatus;
  payment_status: PaymentStatus;
  payment_terms_days: number | null;
}): NotShippableReason | undefined {
  if (order.status === "canceled") return "canceled";
  const reason = reasonByPayment[order.payment_status];
  const isBilled = order.payment_terms_days !== null && order.status !== "new";
  return reason === "unpaid" && isBilled ? undefined : reason;
}
