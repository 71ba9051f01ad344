import { done, endpoint } from "../../endpoint.ts";

/** Path under /v1/callbacks/stripe/ and the one event type that may arrive there (safety T4). */
export const stripeCallbackTypes = {
  "charge/dispute/created": "charge.dispute.created",
  "charge/dispute/funds-reinstated": "charge.dispute.funds_reinstated",
  "charge/dispute/funds-withdrawn": "charge.dispute.funds_withdrawn",
  "charge/refunded": "charge.refunded",
  "charge/refund/updated": "charge.refund.updated",
  "checkout/session/completed": "checkout.session.completed",
  "customer/updated": "customer.updated",
  "customer/subscription/deleted": "customer.subscription.deleted",
  "customer/subscription/updated": "customer.subscription.updated",
  "invoice/payment-failed": "invoice.payment_failed",
  "invoice/payment-succeeded": "invoice.payment_succeeded",
  "invoice/upcoming": "invoice.upcoming",
} as const;

export const stripeCallbacks = Object.entries(stripeCallbackTypes).map(([path, type]) => ({
  type,
  spec: endpoint({
    method: "POST",
    path: `/v1/callbacks/stripe/${path}`,
    access: "stripe-signature",
    status: 200,
    reply: done,
    errors: [],
    tag: "Callbacks",
    verb: `on${type
      .split(/[._]/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("")}`,
    summary: `Takes the payment provider's event ${type}`,
    description:
      "The raw event with the header Stripe-Signature. Stored once by its id; the object is read again from the provider.",
  }),
}));
