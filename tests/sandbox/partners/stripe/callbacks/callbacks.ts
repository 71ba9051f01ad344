import { Stripe } from "stripe";
import { toEvent } from "./event-objects.ts";
import { webhookSecret } from "../wire/keys.ts";
import type { EventRecord } from "../state.ts";

const folder = "/v1/callbacks/stripe";
const timeoutMs = 10_000;

const paths: { [T in Stripe.Event["type"]]?: string } = {
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

/** Whether the store asked for events of this type. */
export function isWanted(type: Stripe.Event["type"]): boolean {
  return paths[type] !== undefined;
}

/** Sends the event with a signature of this moment; whether the store took it (2xx). */
export async function post(event: EventRecord, workerUrl: string, stopped: AbortSignal): Promise<boolean> {
  const payload = JSON.stringify(toEvent(event));
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret });
  try {
    const response = await fetch(`${workerUrl}${folder}/${paths[event.type]}`, {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
      body: payload,
      redirect: "manual",
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
