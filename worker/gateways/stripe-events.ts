import { Stripe } from "stripe";
import type { PaymentProvider, ProviderEvent } from "./payment-provider.ts";

type Events = Pick<PaymentProvider, "listUndelivered" | "verifyEvent">;

const oldS = 300;
/** Clocks differ; a time beyond that was made up. */
const aheadS = 600;
const undeliveredMax = 1000;

/** Callbacks and what they say (https://docs.stripe.com/webhooks, https://docs.stripe.com/webhooks/signature). */
export const stripeEvents = (stripe: Stripe, webhookSecrets: string): Events => {
  // Each endpoint has a secret of its own, and one that is rolled has two for a while.
  const secrets = webhookSecrets.split(",").flatMap((each) => each.trim() || []);
  const crypto = Stripe.createSubtleCryptoProvider();
  return {
    async listUndelivered(sinceS) {
      const created = { gte: Math.floor(Date.now() / 1000) - sinceS };
      const events: ProviderEvent[] = [];
      for await (const event of stripe.events.list({ delivery_success: false, created, limit: 100 })) {
        const read = toEvent(event);
        if (read?.object_id) events.push(read);
        if (events.length >= undeliveredMax) break;
      }
      return events;
    },
    async verifyEvent(raw, signature) {
      if (timeOf(signature) > Date.now() / 1000 + aheadS) return undefined;
      for (const secret of secrets) {
        const checked = stripe.webhooks.signature?.verifyHeaderAsync(raw, signature, secret, oldS, crypto);
        if (await checked?.catch(() => false)) return { event: readEvent(raw) };
      }
      return undefined;
    },
  };
};

/** The time that a signature names, as the SDK reads it: the last one. */
const timeOf = (signature: string): number =>
  Number(
    signature
      .split(",")
      .findLast((part) => part.startsWith("t="))
      ?.slice(2),
  );

function readEvent(raw: string): ProviderEvent | undefined {
  try {
    return toEvent(JSON.parse(raw));
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
/** Fit for a column: Postgres holds no NUL. */
const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= 255 && !value.includes("\0");

/** Undefined when it is none; `object_id` is empty when its object names nothing. */
function toEvent(event: unknown): ProviderEvent | undefined {
  if (!isObject(event) || !isObject(event["data"]) || !isObject(event["data"]["object"])) return undefined;
  const { id, type, created, livemode } = event;
  if (!isId(id) || !isId(type) || typeof livemode !== "boolean") return undefined;
  if (typeof created !== "number" || !Number.isSafeInteger(created) || created < 0) return undefined;
  // every object of an event has these fields or lacks them
  const object = objectOf(type, event["data"]["object"] as EventObject);
  return { id, type, created, livemode, object_id: isId(object) ? object : "" };
}

type Reference = string | { id: string } | null;
type EventObject = {
  id?: string;
  charge?: Reference;
  subscription?: Reference;
  parent?: { subscription_details?: { subscription?: Reference } | null } | null;
};

const idOf = (value: Reference | undefined): string | undefined =>
  typeof value === "string" ? value : (value?.id ?? undefined);

/**
 * Which object a callback is about: refunds and disputes are read through their charge, an upcoming invoice through its
 * subscription, which endpoints of a version before 2025-03-31 name elsewhere.
 */
function objectOf(type: string, object: EventObject): string | undefined {
  if (type === "invoice.upcoming")
    return idOf(object.parent?.subscription_details?.subscription) ?? idOf(object.subscription);
  const isAboutCharge = type.startsWith("refund.") || (type.startsWith("charge.") && type !== "charge.refunded");
  return (isAboutCharge ? idOf(object.charge) : undefined) ?? object.id;
}
