import { Stripe } from "stripe";
import { listedEventTypes } from "../contract/callback-events.ts";
import { parseForeignJson } from "../contract/storable-text.ts";
import type { PaymentProvider, ProviderEvent } from "./payment-provider.ts";
import { toId } from "./stripe-shapes.ts";

type Events = Pick<PaymentProvider, "listUndelivered" | "verifyEvent">;

const ageMaxS = 300;
/** Tolerance for clock differences. */
const aheadMaxS = 600;
const undeliveredMax = 1000;

/** https://docs.stripe.com/webhooks, https://docs.stripe.com/webhooks/signature */
export const stripeEvents = (stripe: Stripe, webhookSecrets: string): Events => {
  // One secret per endpoint, and two while a secret is rolled.
  const secrets = webhookSecrets.split(",").flatMap((each) => each.trim() || []);
  const crypto = Stripe.createSubtleCryptoProvider();
  return {
    async listUndelivered(sinceS) {
      const created = { gte: Math.floor(Date.now() / 1000) - sinceS };
      const events: ProviderEvent[] = [];
      // Without `types`, undelivered events of other programs on the account would fill the list.
      const types = [...listedEventTypes];
      for await (const event of stripe.events.list({ delivery_success: false, types, created, limit: 100 })) {
        const parsed = toEvent(event);
        if (parsed?.object_id) events.push(parsed);
        if (events.length >= undeliveredMax) break;
      }
      return events;
    },
    async verifyEvent(raw, signature) {
      if (parseSignedTime(signature) > Date.now() / 1000 + aheadMaxS) return undefined;
      for (const secret of secrets) {
        const verification = stripe.webhooks.signature?.verifyHeaderAsync(raw, signature, secret, ageMaxS, crypto);
        if (await verification?.catch(() => false)) return { event: parseEvent(raw) };
      }
      return undefined;
    },
  };
};

/** Signed time in Unix seconds. If the header has several, the last counts, as in the SDK. */
const parseSignedTime = (signature: string): number =>
  Number(
    signature
      .split(",")
      .findLast((part) => part.startsWith("t="))
      ?.slice(2),
  );

function parseEvent(raw: string): ProviderEvent | undefined {
  try {
    return toEvent(parseForeignJson(raw));
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isId = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= 255;

function toEvent(event: unknown): ProviderEvent | undefined {
  if (!isObject(event) || !isObject(event["data"]) || !isObject(event["data"]["object"])) return undefined;
  const { id, type, created, livemode } = event;
  if (!isId(id) || !isId(type) || typeof livemode !== "boolean") return undefined;
  if (typeof created !== "number" || !Number.isSafeInteger(created) || created < 0) return undefined;
  // as: every field of EventObject is optional, so any object fits
  const objectId = objectIdOf(type, event["data"]["object"] as EventObject);
  return { id, type, created, livemode, object_id: isId(objectId) ? objectId : "" };
}

type Reference = string | { id: string } | null;
type EventObject = {
  id?: string;
  charge?: Reference;
  invoice?: Reference;
  subscription?: Reference;
  parent?: { subscription_details?: { subscription?: Reference } | null } | null;
};

/**
 * Id of the object to read for a webhook: refunds and disputes are read through their charge, an invoice's payment
 * through its invoice, an upcoming invoice through its subscription. API versions before 2025-03-31 have the
 * subscription in another field.
 */
function objectIdOf(type: string, object: EventObject): string | null | undefined {
  if (type === "invoice.upcoming")
    return toId(object.parent?.subscription_details?.subscription) ?? toId(object.subscription);
  if (type.startsWith("invoice_payment.")) return toId(object.invoice);
  const isAboutCharge = type.startsWith("refund.") || (type.startsWith("charge.") && type !== "charge.refunded");
  return (isAboutCharge ? toId(object.charge) : null) ?? object.id;
}
