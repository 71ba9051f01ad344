import type Stripe from "stripe";
import { newItem } from "../invoices/invoice-items.ts";
import { type World, idOf } from "../state.ts";
import { itemOf } from "./subscription-shape.ts";

export const prorations = ["none", "create_prorations", "always_invoice"] as const;

/**
 * Credits the rest of a period that an early end cuts off as an item of the next invoice, unless `none` is requested
 * (https://docs.stripe.com/api/subscriptions/update, `cancel_at`).
 */
export function prorateEnd(
  world: World,
  subscription: Stripe.Subscription,
  behavior: (typeof prorations)[number] = "create_prorations",
): void {
  const { current_period_start: start, current_period_end: end, price, quantity = 1 } = itemOf(subscription);
  const { cancel_at } = subscription;
  if (behavior === "none" || cancel_at === null || cancel_at >= end) return;
  const paid = (price.unit_amount ?? 0) * quantity;
  const unused = Math.round((paid * (end - cancel_at)) / (end - start));
  const description = `Unused time until ${new Date(end * 1000).toISOString().slice(0, 10)}`;
  newItem(world, idOf(subscription.customer) ?? "", { amount: -unused, description }, { isProration: true });
}
