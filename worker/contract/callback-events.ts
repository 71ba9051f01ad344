/**
 * Event types (https://docs.stripe.com/api/events/types) to which an endpoint at /v1/callbacks/stripe/events
 * subscribes; twelve also have a path of their own (T4). The API lists events of at most 20 types at once.
 */
export const subscribedEvents = [
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
 * `invoice_payment.paid` would be the 21st event type of a list call. The reconciliation finds a missed one, because it
 * reads all open invoices on account.
 */
export const webhookEventTypes = [...subscribedEvents, "invoice_payment.paid"] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

export const isWebhookEventType = (type: string): type is WebhookEventType =>
  webhookEventTypes.some((each) => each === type);
