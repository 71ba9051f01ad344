import type Stripe from "stripe";
import { z } from "zod";
import { attemptPayment } from "./attempt.ts";
import { getCharge } from "./charges.ts";
import { getCustomer } from "../customers/customers.ts";
import { createMethod } from "../customers/payment-methods.ts";
import { createIntent } from "./payment-intents.ts";
import { type World, idOf } from "../state.ts";

export const manualChargeShape = z.strictObject({ customer: z.string(), amount: z.int().min(50).max(99_999_999) });

/** Creates a charge as the Dashboard does, without an invoice or the store's metadata. */
export function createManualCharge(
  world: World,
  { customer: id, amount }: z.infer<typeof manualChargeShape>,
): Stripe.Charge {
  const customer = getCustomer(world, id);
  const method = createMethod(world, customer, { number: "4242424242424242" });
  const intent = createIntent(world, { amount, customer: id, description: null, metadata: {} });
  attemptPayment(world, intent, method);
  return getCharge(world, idOf(intent.latest_charge) ?? "");
}
