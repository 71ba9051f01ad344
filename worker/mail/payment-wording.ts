import type { NotificationPayload } from "../contract/notification-types.ts";
import type { MailMessage } from "./message.ts";
import { nameOrder, paymentFacts } from "./order-wording.ts";
import { listFacts } from "./sendable.ts";
import { nameSubscription } from "./subscription-wording.ts";
import { printCents } from "./wording.ts";

type Payment = NotificationPayload<"paymentFailed">;

const amountOf = ({ amount, order_details }: Payment): string | undefined => {
  const cents = amount ?? order_details?.total;
  return cents === undefined ? undefined : printCents(cents);
};

/** " for order 1042", " for your subscription to X", or nothing when the payload names neither. */
export const nameReason = ({ order_number, product }: Payment): string => {
  if (order_number) return ` for ${nameOrder(order_number)}`;
  return product ? ` for your ${nameSubscription(product)}` : "";
};

/** "payment of $1,299.00 for order 1042", with what the payload knows; `noun` is payment or refund. */
export const namePayment = (payment: Payment, noun: string): string => {
  const amount = amountOf(payment);
  return `${noun}${amount ? ` of ${amount}` : ""}${nameReason(payment)}`;
};

/** Order or subscription, amount, and how and when it was paid. */
export const listPaymentFacts = (payment: Payment): MailMessage["facts"] =>
  listFacts([
    ["Order number", payment.order_number],
    ["Subscription", payment.product?.name],
    ["Amount", amountOf(payment)],
    ...paymentFacts(payment.order_details),
  ]);
