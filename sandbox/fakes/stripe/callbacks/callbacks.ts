import { Stripe } from "stripe";
import { toEvent } from "./event-objects.ts";
import { webhookSecret } from "../wire/keys.ts";
import { createLivemodeReplacer } from "../account/settings.ts";
import type { EventRecord, World } from "../state.ts";

const folder = "/v1/callbacks/stripe";
const timeoutMs = 10_000;

type EventType = Stripe.Event["type"];
/** Events have the endpoint's API version (https://docs.stripe.com/api/webhook_endpoints). */
type Endpoint = Pick<Stripe.WebhookEndpoint, "api_version"> & { path: string; enabled_events: EventType[] };

const pathsByType: { [T in EventType]?: string } = {
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

/** One endpoint for each path, and one for event types without a path. */
const endpoints: Endpoint[] = [
  // as: the object's keys are event types.
  ...(Object.keys(pathsByType) as EventType[]).map((type) => ({
    path: pathsByType[type] ?? "",
    enabled_events: [type],
    api_version: Stripe.API_VERSION,
  })),
  {
    path: "events",
    enabled_events: [
      "charge.dispute.closed",
      "checkout.session.async_payment_failed",
      "checkout.session.async_payment_succeeded",
      "checkout.session.expired",
      "invoice.paid",
      "invoice.payment_action_required",
      "invoice_payment.paid",
      "refund.failed",
      "refund.updated",
    ],
    api_version: Stripe.API_VERSION,
  },
];

const findEndpoints = (type: EventType) => endpoints.filter(({ enabled_events }) => enabled_events.includes(type));

export function isSubscribed(type: EventType): boolean {
  return findEndpoints(type).length > 0;
}

/** Returns whether each subscribed endpoint returned 2xx. */
export async function postEvent(
  world: World,
  event: EventRecord,
  workerUrl: string,
  stopSignal: AbortSignal,
): Promise<boolean> {
  const acceptances = await Promise.all(
    findEndpoints(event.type).map(({ path, api_version }) => {
      const payload = JSON.stringify({ ...toEvent(event), api_version }, createLivemodeReplacer(world));
      return postTo(`${workerUrl}${folder}/${path}`, payload, stopSignal);
    }),
  );
  return acceptances.every(Boolean);
}

async function postTo(address: string, payload: string, stopSignal: AbortSignal): Promise<boolean> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
      body: payload,
      redirect: "manual",
      signal: AbortSignal.any([stopSignal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
