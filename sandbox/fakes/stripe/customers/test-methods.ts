import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { expand, list, params, text } from "../wire/params.ts";
import type { World } from "../state.ts";
import { getCustomer } from "./customers.ts";
import { attachMethod } from "./payment-methods.ts";

/** Test numbers of this fake, by the names of docs.stripe.com/testing for payment methods with the same behavior. */
const numbersByName: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_authenticationRequired: "4000002760003184",
  pm_usBankAccount_success: "us_bank_ok",
};
const attachShape = params<Stripe.PaymentMethodAttachParams>()({ customer: text, expand });
const setupShape = params<Stripe.SetupIntentCreateParams>()({
  customer: text,
  payment_method: text,
  allowed_payment_method_types: list(text),
  confirm: z.literal("true"),
  usage: text.optional(),
  mandate_data: z.strictObject({ customer_acceptance: z.strictObject({ type: z.literal("offline") }) }),
  expand,
});

/** Attaches cards directly and bank accounts with a mandate. */
export function testMethodEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/payment_methods/:id/attach", attachShape, ({ world, input, id }) =>
      attachTestMethod(world, input.customer, id),
    ),
    defineEndpoint("POST", "/v1/setup_intents", setupShape, ({ world, input }) => ({
      id: randomId("seti"),
      object: "setup_intent",
      customer: input.customer,
      payment_method: attachTestMethod(world, input.customer, input.payment_method).id,
      status: "succeeded",
    })),
  ];
}

function attachTestMethod(world: World, customer: string, name: string): Stripe.PaymentMethod {
  const number = numbersByName[name];
  if (!number) throw createMissing("PaymentMethod", name, "payment_method");
  return attachMethod(world, getCustomer(world, customer), { number });
}
