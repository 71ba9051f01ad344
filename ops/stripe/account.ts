import { Stripe } from "stripe";
import { webhookEventTypes } from "../../worker/contract/callback-events.ts";
import * as callbacks from "../../worker/contract/v1/callbacks/stripe.ts";

type EventType = (typeof webhookEventTypes)[number];

const ownPaths = new Map(
  Object.values(callbacks).flatMap((each) => ("event" in each ? [[String(each.event), each.path] as const] : [])),
);

/** Address of the webhook endpoint for all event types. */
export const eventsUrl = (publicUrl: string): string => `${publicUrl}/v1/callbacks/stripe/events`;

/** Event types that no endpoint delivers, neither to the common path nor to their own. */
export function findUncoveredEvents(publicUrl: string, endpoints: Stripe.WebhookEndpoint[]): EventType[] {
  const isCovered = (type: EventType) =>
    endpoints.some(({ url, enabled_events }) => {
      const isSubscribed = enabled_events.includes(type) || enabled_events.includes("*");
      return isSubscribed && (url === eventsUrl(publicUrl) || url === `${publicUrl}${ownPaths.get(type)}`);
    });
  return webhookEventTypes.filter((type) => !isCovered(type));
}

export function createStripe({ STRIPE_SECRET_KEY = "", STRIPE_API_URL = "" }: Record<string, string>): Stripe {
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
