import { Badge, type Tone } from "../../islands/ui/badge.tsx";
import type { OrderStatus, PaymentStatus } from "../../db/enums.ts";

type Look = readonly [tone: Tone, text: string];

const orders: Record<OrderStatus, Look> = {
  new: ["info", "New"],
  processing: ["info", "Processing"],
  shipped: ["info", "Shipped"],
  received: ["success", "Received"],
  canceled: ["neutral", "Canceled"],
};

const payments: Record<PaymentStatus, Look> = {
  pending: ["warning", "Payment pending"],
  paid: ["success", "Paid"],
  declined: ["danger", "Payment declined"],
  disputed: ["danger", "Payment disputed"],
  refunded: ["neutral", "Refunded"],
  partially_refunded: ["neutral", "Partly refunded"],
  refund_failed: ["danger", "Refund failed"],
};

export const orderStatusText = (status: OrderStatus): string => orders[status][1];

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const [tone, text] = orders[status];
  return <Badge tone={tone}>{text}</Badge>;
}

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  const [tone, text] = payments[status];
  return <Badge tone={tone}>{text}</Badge>;
}
