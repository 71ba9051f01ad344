/**
 * Event types (https://docs.stripe.com/api/events/types) that the webhook endpoint receives, and that the shop lists to
 * find undelivered events; a list call takes at most 20 types. Twelve also have a callback path of their own (T4).
 */
export const listedEventTypes = [
  "charge.dispute.closed",
  "charge.dispute.created",
  "charge.dispute.funds_reinstated",
  "charge.dispute.funds_withdrawn",
  "charge.refund.updated",
  "charge.refunded",
  "checkout.session.async_payment_failed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.subscription.deleted",
  "customer.subscription.updated",
  "customer.updated",
  "invoice.paid",
  "invoice.payment_action_required",
  "invoice.payment_failed",
  "invoice.payment_succeeded",
  "invoice.upcoming",
  "refund.failed",
  "refund.updated",
] as const;

/**
 * All event types that the webhook endpoint receives. A list call has no room for `invoice_payment.paid`; the
 * reconciliation finds a missed payment, because it reads all open invoices on account.
 */
export const webhookEventTypes = [...listedEventTypes, "invoice_payment.paid"] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

export const isWebhookEventType = (type: string): type is WebhookEventType =>
  webhookEventTypes.some((each) => each === type);
