import type Stripe from "stripe";
import { daySeconds } from "../clock/clock.ts";
import type { World } from "../state.ts";
import { getItem } from "./subscription-shape.ts";

const noticeSeconds = 7 * daySeconds;

export function planPeriodEnd(world: World, subscription: Stripe.Subscription): void {
  const { current_period_end: end } = getItem(subscription);
  world.plan("renew", subscription.id, end);
  const announcementTime = end - noticeSeconds;
  if (announcementTime > world.clock.now()) world.plan("upcoming", subscription.id, announcementTime);
}
