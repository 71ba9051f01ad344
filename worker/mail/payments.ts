import type { NotificationPayload } from "../contract/notification-types.ts";
import { refundReasonText } from "../contract/buying/refund-reasons.ts";
import type { MailMessage } from "./message.ts";
import { nameOrder, paymentFacts } from "./order-wording.ts";
import { askSupport, link, listFacts, writeTo } from "./sendable.ts";
import { nameSubscription } from "./subscription-wording.ts";
import { formatMoney } from "../contract/buying/money.ts";
import { printDate, toLine } from "./wording.ts";

type Payment = NotificationPayload<"paymentFailed">;

const amountOf = ({ amount, order_details, refund }: Payment): string | undefined => {
  const cents = refund?.amount ?? amount ?? order_details?.total;
  return cents === undefined ? undefined : formatMoney(cents);
};

/** " for order 1042", " for your subscription to X", or empty if the payload names neither. */
const nameReason = ({ order_number, product }: Payment): string => {
  if (order_number) return ` for ${nameOrder(order_number)}`;
  return product ? ` for your ${nameSubscription(product)}` : "";
};

/** "payment of $1,299.00 for order 1042", as far as known; `noun` is payment or refund. */
const namePayment = (payment: Payment, noun: string): string => {
  const amount = amountOf(payment);
  return `${noun}${amount ? ` of ${amount}` : ""}${nameReason(payment)}`;
};

const reasonOf = ({ refund }: Payment): string | undefined => {
  const { reason, reason_text: words } = refund ?? {};
  if (reason === undefined) return words;
  return reason === "other" && words ? words : [refundReasonText[reason], words].filter(Boolean).join(": ");
};

const listPaymentFacts = (payment: Payment): MailMessage["facts"] =>
  listFacts([
    ["Order number", payment.order_number],
    ["PO number", payment.po_number],
    ["Invoice number", payment.invoice_number],
    ["Subscription", payment.product?.name],
    ["Amount", amountOf(payment)],
    ["Reason", reasonOf(payment)],
    ...paymentFacts(payment.order_details),
  ]);

const consequence = ({ order_number, product }: NotificationPayload<"paymentFailed">): string[] => {
  if (order_number) return ["Nothing ships until the order is paid."];
  return product ? ["If the payment stays open, the subscription ends."] : [];
};

/** The renewal fails only because the bank requires the buyer's confirmation. */
const confirmRenewal = (
  payload: Payment,
  { url, before, is_reminder }: NonNullable<Payment["confirm"]>,
): MailMessage => {
  const name = toLine(payload.product?.name ?? "your subscription");
  const amount = amountOf(payload);
  return writeTo(payload, {
    subject: is_reminder ? `Reminder: confirm the renewal of ${name}` : `Confirm the renewal of ${name}`,
    preheader: "Your bank wants you to confirm the payment.",
    title: "Confirm the renewal",
    paragraphs: [
      [
        "Your bank wants the ",
        { strong: `renewal${amount ? ` of ${amount}` : ""}${nameReason(payload)}` },
        ` confirmed${before ? ` before ${printDate(before)}` : ""}.`,
      ],
      "Nothing has been charged yet. Open the link below and do what your bank asks.",
      "If the renewal is not confirmed, the subscription ends.",
      ...askSupport(payload, "If your bank does not let you confirm it"),
    ],
    facts: listPaymentFacts(payload),
    action: link("Confirm the payment", url),
  });
};

export const paymentFailed = (payload: NotificationPayload<"paymentFailed">): MailMessage =>
  payload.confirm ? confirmRenewal(payload, payload.confirm) : askToPay(payload);

const askToPay = (payload: Payment): MailMessage =>
  writeTo(payload, {
    subject: `Your payment${nameReason(payload)} failed`,
    preheader: "Here is what to do next.",
    title: "A payment failed",
    paragraphs: [
      ["The ", { strong: namePayment(payload, "payment") }, " did not go through."],
      [
        { strong: "What to do next:" },
        " check that the card has not expired and that the account covers the amount, or choose another payment " +
          `method. Then pay again ${payload.url ? "with the link below" : "in CrunchBox"}.`,
      ],
      ...consequence(payload),
      ...askSupport(payload, "If the payment fails again"),
    ],
    facts: listPaymentFacts(payload),
    action: link("Go to payment", payload.url),
  });

export const paymentRefunded = (payload: NotificationPayload<"paymentRefunded">): MailMessage =>
  writeTo(payload, {
    subject: `Your refund${nameReason(payload)}`,
    preheader: payload.refund?.is_by_other_means
      ? "It was paid to you by other means."
      : "It goes back to the payment method you paid with.",
    title: "A payment was refunded",
    paragraphs: [
      ...(payload.refund?.is_by_other_means
        ? [["The ", { strong: namePayment(payload, "refund") }, " was paid to you outside of your payment method."]]
        : [
            ["The ", { strong: namePayment(payload, "refund") }, " goes back to the payment method you paid with."],
            "Banks usually show it after 5 to 10 business days. There is nothing you need to do.",
          ]),
      ...askSupport(payload, "If it has not arrived by then"),
    ],
    facts: listPaymentFacts(payload),
    action: link("See details", payload.url),
  });

export const paymentDisputed = (payload: NotificationPayload<"paymentDisputed">): MailMessage =>
  writeTo(payload, {
    subject: `Your payment${nameReason(payload)} is disputed`,
    preheader: "Your bank asked for the money back. Here is what you can do.",
    title: "A payment is disputed",
    paragraphs: [
      ["Your bank told us that the ", { strong: namePayment(payload, "payment") }, " is disputed."],
      "If your organization did not mean to dispute it, ask your bank to withdraw the dispute. Otherwise the bank decides, which can take several weeks.",
      ...askSupport(payload, "If we can settle it with you directly"),
    ],
    facts: listPaymentFacts(payload),
    action: link("See details", payload.url),
  });
