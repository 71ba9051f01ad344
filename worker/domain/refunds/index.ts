export { cancelOrder } from "./cancel-order.ts";
export { type RefundOptions, readRefundOptions } from "./refund-options.ts";
export { refundOrder, type Wish } from "./refund-order.ts";
export { sweepRefunds } from "./sweep-refunds.ts";
