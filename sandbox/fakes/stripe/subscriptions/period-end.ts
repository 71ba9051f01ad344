import type Stripe from "stripe";
import { daySeconds } from "../clock/clock.ts";
import type { World } from "../state.ts";
import { itemOf } from "./subscription-shape.ts";

const announcedBeforeSeconds = 7 * daySeconds;

export function planPeriodEnd(world: World, subscription: Stripe.Subscription): void {
  const { current_period_end: end } = itemOf(subscription);
  world.plan("renew", subscription.id, end);
  const announced = end - announcedBeforeSeconds;
  if (announced > world.clock.now()) world.plan("upcoming", subscription.id, announced);
}
