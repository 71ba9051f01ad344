import type Stripe from "stripe";
import { createItem } from "../invoices/invoice-items.ts";
import { type World, idOf } from "../state.ts";
import { getItem } from "./subscription-shape.ts";

export const prorationBehaviors = ["none", "create_prorations", "always_invoice"] as const;

/**
 * Credits the part of the period that an early end cuts off, as an item of the next invoice. No credit if the behavior
 * is `none` (https://docs.stripe.com/api/subscriptions/update, `cancel_at`).
 */
export function prorateEnd(
  world: World,
  subscription: Stripe.Subscription,
  behavior: (typeof prorationBehaviors)[number] = "create_prorations",
): void {
  const { current_period_start: start, current_period_end: end, price, quantity = 1 } = getItem(subscription);
  const { cancel_at } = subscription;
  if (behavior === "none" || cancel_at === null || cancel_at >= end) return;
  const paidCents = (price.unit_amount ?? 0) * quantity;
  const unusedCents = Math.round((paidCents * (end - cancel_at)) / (end - start));
  const description = `Unused time until ${new Date(end * 1000).toISOString().slice(0, 10)}`;
  createItem(world, idOf(subscription.customer) ?? "", { amount: -unusedCents, description }, { isProration: true });
}
