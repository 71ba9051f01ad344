import { formatMoney } from "../../../islands/lib/money.ts";
import type { OrderStatus, PaymentStatus } from "../../../db/enums.ts";
import { invoiceSums } from "../../../worker/contract/entities/invoice.ts";
import type { Order } from "../../../worker/domain/fulfilment/index.ts";
import type { BilledInvoice, Payment } from "../../../worker/domain/payments/index.ts";
import type { LayoutData } from "../../../worker/ui/frame/layout-data.ts";
import { canPayInvoices } from "../../store/buying.ts";
import { billHref, payHref } from "./payment-history.tsx";

type OrderFacts = {
  order: Order;
  invoice: BilledInvoice | undefined;
  payment: Payment | undefined;
  layout: LayoutData;
};
type Action = (facts: OrderFacts) => { label: string; href: string } | undefined;

const noAction: Action = () => undefined;

/** No action while a payment is open, because its notice has a button, and for viewers who may not pay. */
const payAction: Action = ({ order, invoice, payment, layout: { viewer } }) => {
  if (payment?.is_open || !canPayInvoices(viewer)) return undefined;
  const href = order.stripe_bill_link === null ? invoice && payHref(invoice) : billHref(order, invoice);
  const amount = invoice?.is_open ? invoiceSums(invoice).remaining : order.total;
  return href ? { label: order.total === 0 ? "Complete order" : `Pay ${formatMoney(amount)}`, href } : undefined;
};

const trackAction: Action = ({ order: { shipping_data } }) => {
  const parcel = shipping_data.packages.find(({ delivered_at, tracking_link }) => !delivered_at && tracking_link);
  return parcel?.tracking_link ? { label: "Track package", href: parcel.tracking_link } : undefined;
};

/** The payment status takes precedence over the order status. The notice of a failed refund has its own button. */
const byPayment: Partial<Record<PaymentStatus, Action>> = {
  declined: payAction,
  pending: payAction,
  disputed: noAction,
  refunded: noAction,
  refund_failed: noAction,
};
const byStatus: Record<OrderStatus, Action> = {
  new: noAction,
  processing: noAction,
  shipped: trackAction,
  received: noAction,
  canceled: noAction,
};

/** Ordering again is never the main action. */
export const findMainAction = (facts: OrderFacts): ReturnType<Action> =>
  facts.order.status === "canceled"
    ? undefined
    : (byPayment[facts.order.payment_status] ?? byStatus[facts.order.status])(facts);
