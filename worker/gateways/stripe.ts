import { Stripe } from "stripe";
import { GatewayError } from "./gateway-error.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { stripeBilling } from "./stripe-billing.ts";
import { stripePayments } from "./stripe-payments.ts";
import { todoOf } from "./stripe-outcome.ts";
import { objectOf } from "./stripe-shapes.ts";
import { stripeSubscriptions } from "./stripe-subscriptions.ts";

export type StripeSettings = { STRIPE_SECRET_KEY: string; STRIPE_WEBHOOK_SECRET: string; STRIPE_API_URL: string };

const timeoutMs = 15_000;
const toleranceS = 300;

/** The payment provider over Stripe's own SDK, at a pinned API version (https://docs.stripe.com/api). */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const url = new URL(settings.STRIPE_API_URL);
  const stripe = new Stripe(settings.STRIPE_SECRET_KEY, {
    apiVersion: "2026-10-28.endive",
    httpClient: Stripe.createFetchHttpClient(),
    host: url.hostname,
    port: url.port || (url.protocol === "https:" ? "443" : "80"),
    protocol: url.protocol === "https:" ? "https" : "http",
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const crypto = Stripe.createSubtleCryptoProvider();
  const toEvent = (event: Stripe.Event) => ({
    id: event.id,
    type: event.type,
    created: event.created,
    livemode: event.livemode,
    object_id: objectOf(event),
  });
  return tellOutages({
    ...stripeBilling(stripe),
    ...stripePayments(stripe),
    ...stripeSubscriptions(stripe),
    async listUndelivered(sinceS) {
      const created = { gte: Math.floor(Date.now() / 1000) - sinceS };
      const events: Stripe.Event[] = [];
      for await (const event of stripe.events.list({ delivery_success: false, created, limit: 100 })) {
        events.push(event);
        if (events.length >= 1000) break;
      }
      return events.map(toEvent);
    },
    async verifyEvent(raw, signature) {
      // Stripe gives each endpoint a secret of its own, and there is one endpoint for each path.
      const secrets = settings.STRIPE_WEBHOOK_SECRET.split(",").map((each) => each.trim());
      // a comma too many is no secret that everybody knows
      for (const secret of secrets.filter(Boolean)) {
        const event = await stripe.webhooks
          .constructEventAsync(raw, signature, secret, toleranceS, crypto)
          .then(toEvent)
          .catch(() => undefined);
        if (event) return event;
      }
      return undefined;
    },
  });
}

/** What a method did not expect is an outage of the provider, told as one; the SDK's own words stay out of our answers and logs. */
function tellOutages<P extends PaymentProvider>(provider: P): P {
  const guarded = Object.entries(provider).map(([name, method]) => [
    name,
    async (...input: unknown[]) => {
      try {
        return await (method as (...input: unknown[]) => Promise<unknown>)(...input); // every method of the provider is asynchronous
      } catch (error) {
        const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
        const todo = todoOf(error);
        throw new GatewayError("payments", todo ? `${name} failed, ${todo}` : `${name} failed`, {
          retryable: true,
          ...(status ? { status } : {}),
        });
      }
    },
  ]);
  return Object.fromEntries(guarded) as P; // the same names, the same signatures
}
