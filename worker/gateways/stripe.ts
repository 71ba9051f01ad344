import { Stripe } from "stripe";
import { GatewayError } from "./gateway-error.ts";
import type { PaymentProvider } from "./payment-provider.ts";
import { stripeAccount } from "./stripe-account.ts";
import { stripeBilling } from "./stripe-billing.ts";
import { stripeEvents } from "./stripe-events.ts";
import { stripePayments } from "./stripe-payments.ts";
import { findMissingSetup } from "./stripe-outcome.ts";
import { stripeTax } from "./stripe-tax.ts";
import { stripeSubscriptions } from "./stripe-subscriptions.ts";
import { inTurn } from "./watch/outgoing.ts";

export type StripeSettings = { STRIPE_SECRET_KEY: string; STRIPE_WEBHOOK_SECRET: string; STRIPE_API_URL: string };

const timeoutMs = 15_000;

/** https://docs.stripe.com/api */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  const url = new URL(settings.STRIPE_API_URL);
  const stripe = new Stripe(settings.STRIPE_SECRET_KEY, {
    apiVersion: "2026-10-28.endive",
    httpClient: createHttpClient(),
    host: url.hostname,
    port: url.port || (url.protocol === "https:" ? "443" : "80"),
    protocol: url.protocol === "https:" ? "https" : "http",
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return withGatewayErrors({
    ...stripeAccount(stripe),
    ...stripeBilling(stripe),
    ...stripePayments(stripe),
    ...stripeSubscriptions(stripe),
    ...stripeTax(stripe),
    ...stripeEvents(stripe, settings.STRIPE_WEBHOOK_SECRET),
  });
}

/** The SDK's client, changed so that the time limit begins once a connection is free. */
function createHttpClient() {
  const client = Stripe.createFetchHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = (...request) => inTurn(() => makeRequest(...request));
  return client;
}

/** Unexpected errors become retryable GatewayErrors without the SDK's message, which must not reach replies or logs. */
function withGatewayErrors<P extends PaymentProvider>(provider: P): P {
  const guardedMethods = Object.entries(provider).map(([name, method]) => [
    name,
    async (...input: unknown[]) => {
      try {
        return await (method as (...input: unknown[]) => Promise<unknown>)(...input);
      } catch (error) {
        const status = error instanceof Stripe.errors.StripeError ? error.statusCode : undefined;
        const todo = findMissingSetup(error);
        throw new GatewayError("payments", todo ? `${name} failed, ${todo}` : `${name} failed`, {
          retryable: true,
          ...(status ? { status } : {}),
        });
      }
    },
  ]);
  return Object.fromEntries(guardedMethods) as P; // as: the names and signatures of `provider`
}
