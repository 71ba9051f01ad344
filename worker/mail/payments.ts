import type { NotificationPayload } from "../contract/notification-types.ts";
import { refundReasonText } from "../contract/buying/refund-reasons.ts";
import type { MailMessage } from "./message.ts";
import { paymentFacts } from "./order-wording.ts";
import { listFacts } from "./sendable.ts";
import { singleTemplate, type Template, variants } from "./template.ts";
import { formatMoney } from "../contract/buying/money.ts";
import { printDate, toLine } from "./wording.ts";

type Payment = NotificationPayload<"paymentFailed">;

const formatAmount = ({ amount, order_details, refund }: Payment): string | undefined => {
  const cents = refund?.amount ?? amount ?? order_details?.total;
  return cents === undefined ? undefined : formatMoney(cents);
};

const namePaidItem = ({ order_number, product }: Payment): string | undefined => {
  if (order_number) return `order ${toLine(order_number, 64)}`;
  return product && `your subscription to ${toLine(product.name)}`;
};

const formatReason = ({ refund }: Payment): string | undefined => {
  const { reason, reason_text: reasonText } = refund ?? {};
  if (reason === undefined) return reasonText;
  return reason === "other" && reasonText
    ? reasonText
    : [refundReasonText[reason], reasonText].filter(Boolean).join(": ");
};

const listPaymentFacts = (payment: Payment): MailMessage["facts"] =>
  listFacts([
    ["Order number", payment.order_number],
    ["PO number", payment.po_number],
    ["Invoice number", payment.invoice_number],
    ["Subscription", payment.product?.name],
    ["Amount", formatAmount(payment)],
    ["Reason", formatReason(payment)],
    ...paymentFacts(payment.order_details),
  ]);

const paymentTemplate: Required<Pick<Template<Payment>, "fields" | "parts">> = {
  fields: (payload) => ({
    amount: formatAmount(payload),
    paid_for: namePaidItem(payload),
    order_number: payload.order_number && toLine(payload.order_number, 64),
    // Absent for an order, because a product adds the sentence about the end of the subscription.
    product: payload.order_number ? undefined : payload.product && toLine(payload.product.name),
    link: payload.url,
  }),
  parts: (payload) => ({ facts: listPaymentFacts(payload), url: payload.url }),
};

/** For a renewal that fails only because the bank requires the buyer's confirmation. */
const confirmationTemplate = (subject: string): Omit<Template<Payment>, "name"> => ({
  text: {
    subject,
    preheader: "Your bank asks you to confirm the payment.",
    title: "Confirm the renewal",
    body: `Your bank asks you to confirm the **renewal[[ of {{amount}}]][[ for {{paid_for}}]]**[[ before {{date}}]].

Nothing has been charged yet. Open the link below and do what your bank asks.

If the renewal is not confirmed, the subscription ends.

If your bank does not let you confirm it, write to {{support_email}}.`,
    action: "Confirm the payment",
  },
  fields: (payload) => ({
    ...paymentTemplate.fields(payload),
    product: payload.product && toLine(payload.product.name),
    date: payload.confirm?.before && printDate(payload.confirm.before),
  }),
  parts: (payload) => ({ facts: listPaymentFacts(payload), url: payload.confirm?.url }),
});

const chooseFailure = ({ confirm }: Payment) => {
  if (!confirm) return "failed";
  return confirm.is_reminder ? "reminder" : "confirm";
};

const confirm = { url: "https://example.com", before: "2026-11-30T00:00:00.000Z", is_reminder: false };

export const paymentFailed = variants<Payment, "failed" | "confirm" | "reminder">(chooseFailure, {
  failed: {
    ...paymentTemplate,
    fields: (payload) => ({
      ...paymentTemplate.fields(payload),
      ships_once_paid: payload.order_details?.paid_by?.type === "account" ? undefined : payload.order_number,
    }),
    name: "Payment failed",
    text: {
      subject: "Your payment[[ for {{paid_for}}]] failed",
      preheader: "Here is what to do next.",
      title: "A payment failed",
      body: `The **payment[[ of {{amount}}]][[ for {{paid_for}}]]** did not go through.

**What to do next:** check that the card has not expired and that the account covers the amount, or choose another payment method. Then pay again [[{{link?}}with the link below|in CrunchBox]].

{{ships_once_paid?}}Nothing ships until the order is paid.

{{product?}}If the payment stays open, the subscription ends.

If the payment fails again, write to {{support_email}}.`,
      action: "Go to payment",
    },
  },
  confirm: {
    ...confirmationTemplate("Confirm the renewal of [[{{product}}|your subscription]]"),
    name: "Bank asks to confirm a renewal",
    example: { confirm, order_number: undefined, product: { name: "Flowpoint Pro" } },
  },
  reminder: {
    ...confirmationTemplate("Reminder: confirm the renewal of [[{{product}}|your subscription]]"),
    name: "Bank still waits for a confirmation",
    example: {
      confirm: { ...confirm, is_reminder: true },
      order_number: undefined,
      product: { name: "Flowpoint Pro" },
    },
  },
});

type RefundedPayload = NotificationPayload<"paymentRefunded">;
const refundText = {
  subject: "Your refund[[ for {{paid_for}}]]",
  title: "A payment was refunded",
  action: "See details",
};

export const paymentRefunded = variants<RefundedPayload, "returned" | "other">(
  ({ refund }) => (refund?.is_by_other_means ? "other" : "returned"),
  {
    returned: {
      ...paymentTemplate,
      name: "Refund",
      text: {
        ...refundText,
        preheader: "It goes back to the payment method you paid with.",
        body: `The **refund[[ of {{amount}}]][[ for {{paid_for}}]]** goes back to the payment method you paid with.

Banks usually show it after 5 to 10 business days. There is nothing you need to do.

If it has not arrived by then, write to {{support_email}}.`,
      },
    },
    other: {
      ...paymentTemplate,
      name: "Refund by other means",
      text: {
        ...refundText,
        preheader: "It was paid to you by other means.",
        body: `The **refund[[ of {{amount}}]][[ for {{paid_for}}]]** was paid to you outside of your payment method.

If it has not arrived, write to {{support_email}}.`,
      },
      example: { refund: { amount: 12_345, is_by_other_means: true } },
    },
  },
);

export const paymentDisputed = singleTemplate<NotificationPayload<"paymentDisputed">>({
  ...paymentTemplate,
  name: "Payment disputed",
  text: {
    subject: "Your payment[[ for {{paid_for}}]] is disputed",
    preheader: "Your bank asked for the money back. Here is what you can do.",
    title: "A payment is disputed",
    body: `Your bank told us that the **payment[[ of {{amount}}]][[ for {{paid_for}}]]** is disputed.

If your organization did not mean to dispute it, ask your bank to withdraw the dispute. Otherwise the bank decides, which can take several weeks.

If we can settle it with you directly, write to {{support_email}}.`,
    action: "See details",
  },
});
