import type { WebhookEventType } from "../../callback-events.ts";
import { emptyReply, endpoint } from "../../endpoint.ts";

/** A call that accepts events of one type only (T4). */
const callback = <const T extends WebhookEventType>(path: string, event: T) =>
  endpoint({
    method: "POST",
    path: `/v1/callbacks/stripe/${path}`,
    access: "stripe-signature",
    status: 200,
    reply: emptyReply,
    event,
    errors: [],
    tag: "Callbacks",
    summary: `Takes the payment provider's event ${event}`,
    description:
      "Raw event with the header Stripe-Signature. Stored once by ID; the object is read again from the provider.",
  });

export const onChargeDisputeCreated = callback("charge/dispute/created", "charge.dispute.created");
export const onChargeDisputeFundsReinstated = callback(
  "charge/dispute/funds-reinstated",
  "charge.dispute.funds_reinstated",
);
export const onChargeDisputeFundsWithdrawn = callback(
  "charge/dispute/funds-withdrawn",
  "charge.dispute.funds_withdrawn",
);
export const onChargeRefunded = callback("charge/refunded", "charge.refunded");
export const onChargeRefundUpdated = callback("charge/refund/updated", "charge.refund.updated");
export const onCheckoutSessionCompleted = callback("checkout/session/completed", "checkout.session.completed");
export const onCustomerUpdated = callback("customer/updated", "customer.updated");
export const onCustomerSubscriptionDeleted = callback("customer/subscription/deleted", "customer.subscription.deleted");
export const onCustomerSubscriptionUpdated = callback("customer/subscription/updated", "customer.subscription.updated");
export const onInvoicePaymentFailed = callback("invoice/payment-failed", "invoice.payment_failed");
export const onInvoicePaymentSucceeded = callback("invoice/payment-succeeded", "invoice.payment_succeeded");
export const onInvoiceUpcoming = callback("invoice/upcoming", "invoice.upcoming");

export const onEvent = endpoint({
  method: "POST",
  path: "/v1/callbacks/stripe/events",
  access: "stripe-signature",
  status: 200,
  reply: emptyReply,
  errors: [],
  tag: "Callbacks",
  summary: "Receives any payment provider event",
  description:
    "Raw event with the header Stripe-Signature, of any type, including types with their own path. Unhandled types are accepted without effect.",
});
