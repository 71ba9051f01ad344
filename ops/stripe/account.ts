import { Stripe } from "stripe";

type EventType = Stripe.WebhookEndpointCreateParams.EnabledEvent;

/** The twelve events that have a path of their own, each with it. */
const ownPaths: Partial<Record<EventType, string>> = {
  "charge.dispute.created": "charge/dispute/created",
  "charge.dispute.funds_reinstated": "charge/dispute/funds-reinstated",
  "charge.dispute.funds_withdrawn": "charge/dispute/funds-withdrawn",
  "charge.refunded": "charge/refunded",
  "charge.refund.updated": "charge/refund/updated",
  "checkout.session.completed": "checkout/session/completed",
  "customer.updated": "customer/updated",
  "customer.subscription.deleted": "customer/subscription/deleted",
  "customer.subscription.updated": "customer/subscription/updated",
  "invoice.payment_failed": "invoice/payment-failed",
  "invoice.payment_succeeded": "invoice/payment-succeeded",
  "invoice.upcoming": "invoice/upcoming",
};

/** Every type that the shop acts on; the one endpoint takes them all. */
export const usedEvents: EventType[] = [
  // the keys of the object above
  ...(Object.keys(ownPaths) as EventType[]),
  "charge.dispute.closed",
  "checkout.session.async_payment_failed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.expired",
  "invoice.paid",
  "invoice.payment_action_required",
  "refund.failed",
  "refund.updated",
];

/** Where the one endpoint for all types is. */
export const eventsUrl = (publicUrl: string): string => `${publicUrl}/v1/callbacks/stripe/events`;

/** The types that none of these endpoints brings: to the one for all, or to the type's own path. */
export function uncovered(publicUrl: string, endpoints: Stripe.WebhookEndpoint[]): EventType[] {
  const brings = (type: EventType) =>
    endpoints.some(({ url, enabled_events }) => {
      const isAsked = enabled_events.includes(type) || enabled_events.includes("*");
      return isAsked && (url === eventsUrl(publicUrl) || url === `${publicUrl}/v1/callbacks/stripe/${ownPaths[type]}`);
    });
  return usedEvents.filter((type) => !brings(type));
}

/** Stripe's API with the key and at the address that the settings name. */
export function stripeOf({ STRIPE_SECRET_KEY = "", STRIPE_API_URL = "" }: Record<string, string>): Stripe {
  const { protocol, hostname, port } = new URL(STRIPE_API_URL || "https://api.stripe.com");
  return new Stripe(STRIPE_SECRET_KEY, {
    host: hostname,
    port: port || (protocol === "http:" ? 80 : 443),
    protocol: protocol === "http:" ? "http" : "https",
    maxNetworkRetries: 1,
    telemetry: false,
    timeout: 20_000,
  });
}
