import type Stripe from "stripe";
import { z } from "zod";
import { createCustomer } from "../customers/customers.ts";
import { attachMethod } from "../customers/payment-methods.ts";
import { createPrice, createProduct } from "../products/products.ts";
import { planPeriodEnd } from "../subscriptions/period-end.ts";
import { getItem, buildSubscription } from "../subscriptions/subscription-shape.ts";
import type { World } from "../state.ts";

const secondsShape = z.int().min(0);
const planShape = z.strictObject({
  id: z.string().startsWith("sub_"),
  metadata: z.record(z.string(), z.string()),
  name: z.string(),
  /** Cents per period. */
  amount: z.int().min(1),
  interval: z.enum(["month", "year"]),
  status: z.enum(["incomplete", "active", "past_due", "trialing", "unpaid", "paused"]),
  start: secondsShape,
  period_end: secondsShape,
});
export const knownCustomerShape = z.strictObject({
  name: z.string(),
  email: z.string(),
  metadata: z.record(z.string(), z.string()),
  plans: z.array(planShape),
});

/**
 * Adds an existing customer with a working card and plans in the given states, without webhooks. An `incomplete` plan
 * waits for its first payment; an active or past due plan renews when its period ends.
 */
export function addKnownCustomer(world: World, input: z.infer<typeof knownCustomerShape>): Stripe.Customer {
  const { name, email, metadata, plans } = input;
  const customer = createCustomer(world, { name, email, metadata });
  const method = attachMethod(world, customer, { number: "4242424242424242" });
  for (const plan of plans) addPlan(world, customer, method, plan);
  return customer;
}

function addPlan(
  world: World,
  { id: customer }: Stripe.Customer,
  method: Stripe.PaymentMethod,
  { id, metadata, name, amount, interval, status, start, period_end }: z.infer<typeof planShape>,
): void {
  const product = createProduct(world, { name });
  const price = createPrice(world, { product: product.id, unit_amount: amount, recurring: { interval } });
  const textFields = { description: null, custom_fields: null, metadata };
  const subscriptionFields = { customer, price, quantity: 1, default_payment_method: method.id, ...textFields };
  const subscription = buildSubscription(world, subscriptionFields);
  Object.assign(subscription, { id, status, created: start, start_date: start, billing_cycle_anchor: start });
  Object.assign(getItem(subscription), {
    subscription: id,
    current_period_start: start,
    current_period_end: period_end,
  });
  world.subscriptions.save(subscription);
  if (status !== "incomplete" && period_end > world.clock.now()) planPeriodEnd(world, subscription);
}
