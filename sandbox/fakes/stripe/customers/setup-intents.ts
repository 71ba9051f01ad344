import type Stripe from "stripe";
import { z } from "zod";
import { daySeconds } from "../clock/clock.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { listPage } from "../wire/listing.ts";
import { expand, paging, params, range, text } from "../wire/params.ts";
import { getCustomer } from "./customers.ts";
import { saveAttached } from "./payment-methods.ts";
import { type World, idOf } from "../state.ts";

const listShape = params<Stripe.SetupIntentListParams>()({
  customer: text.optional(),
  payment_method: text.optional(),
  created: range.optional(),
  ...paging,
});
/** The code of every microdeposit in this fake. */
export const depositCode = "SM11AA";
const arrivesAfterSeconds = daySeconds;
const expiresAfterSeconds = 10 * daySeconds;

export function setupIntentEndpoints(): Endpoint[] {
  return [
    defineEndpoint("GET", "/v1/setup_intents", listShape, ({ world, input, path }) => {
      const rows = input.customer ? world.setupIntents.by("customer", input.customer) : [...world.setupIntents.all()];
      const { payment_method } = input;
      return listPage(
        path,
        rows.filter((row) => !payment_method || row.payment_method === payment_method),
        input,
      );
    }),
    defineEndpoint("GET", "/v1/setup_intents/:id", z.strictObject({ expand }), ({ world, id }) =>
      getSetupIntent(world, id),
    ),
  ];
}

export function getSetupIntent(world: World, id: string): Stripe.SetupIntent {
  const intent = world.setupIntents.find(id);
  if (!intent) throw createMissing("setupintent", id, "intent");
  return intent;
}

/**
 * Waits for a deposit of one cent with a code (https://docs.stripe.com/payments/ach-direct-debit/set-up-payment). The
 * account is attached only after its verification.
 */
export function awaitDeposit(world: World, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod): void {
  intent.status = "requires_action";
  intent.payment_method = method.id;
  intent.next_action = {
    type: "verify_with_microdeposits",
    verify_with_microdeposits: {
      arrival_date: world.clock.now() + arrivesAfterSeconds,
      hosted_verification_url: `${world.options.pageUrl()}/stripe/verify/${intent.id}`,
      microdeposit_type: "descriptor_code",
    },
  };
  world.setupIntents.save(intent);
  world.emit("setup_intent.requires_action", intent);
}

/** Throws errors whose messages are for the user. */
export function verifyDeposit(world: World, intent: Stripe.SetupIntent, code: string): void {
  const { arrival_date: arrives = Infinity } = intent.next_action?.verify_with_microdeposits ?? {};
  const now = world.clock.now();
  if (intent.status !== "requires_action") throw createInvalidRequest(`This bank account is ${intent.status}.`);
  if (now > intent.created + expiresAfterSeconds) return expireIntent(world, intent);
  if (now < arrives) throw createInvalidRequest("The deposit has not arrived yet.", { code: "intent_invalid_state" });
  if (code.trim().toUpperCase() !== depositCode) {
    throw createInvalidRequest("The descriptor code does not match the one of the deposit.", {
      code: "payment_method_microdeposit_verification_descriptor_code_mismatch",
    });
  }
  intent.status = "succeeded";
  intent.next_action = null;
  world.setupIntents.save(intent);
  const method = world.paymentMethods.find(idOf(intent.payment_method) ?? "");
  if (method) saveAttached(world, getCustomer(world, idOf(intent.customer) ?? ""), method);
  world.emit("setup_intent.succeeded", intent);
}

function expireIntent(world: World, intent: Stripe.SetupIntent): void {
  intent.status = "requires_payment_method";
  intent.next_action = null;
  intent.payment_method = null;
  world.setupIntents.save(intent);
  world.emit("setup_intent.setup_failed", intent);
  throw createInvalidRequest("The time to verify this bank account is over. Please add it again.", {
    code: "payment_method_microdeposit_verification_timeout",
  });
}
