import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { requireChargeable } from "./limits.ts";
import { listPage } from "../wire/listing.ts";
import { expand, paging, params, range, text } from "../wire/params.ts";
import type { World } from "../state.ts";

const listShape = params<Stripe.PaymentIntentListParams>()({
  customer: text.optional(),
  created: range.optional(),
  ...paging,
});

export function paymentIntentEndpoints(): Endpoint[] {
  return [
    defineEndpoint("GET", "/v1/payment_intents", listShape, ({ world, input, path }) => {
      const rows = input.customer ? world.paymentIntents.by("customer", input.customer) : world.paymentIntents.all();
      return listPage(path, rows, input);
    }),
    defineEndpoint("GET", "/v1/payment_intents/:id", z.strictObject({ expand }), ({ world, id }) =>
      getIntent(world, id),
    ),
  ];
}

export function getIntent(world: World, id: string): Stripe.PaymentIntent {
  const intent = world.paymentIntents.find(id);
  if (!intent) throw createMissing("payment_intent", id, "intent");
  return intent;
}

export interface IntentInput {
  amount: number;
  customer: string;
  description: string | null;
  metadata: Record<string, string>;
}

/** Throws the provider's 400 above the maximum amount. */
export function createIntent(world: World, input: IntentInput): Stripe.PaymentIntent {
  requireChargeable(input.amount);
  const intent = buildIntent(randomId("pi"), world.clock.now(), input);
  world.paymentIntents.save(intent);
  world.emit("payment_intent.created", intent);
  return intent;
}

interface PaidIntentInput {
  id: string;
  amount: number;
  customer: string;
  created: number;
  method: string;
  charge: string;
}

/** A paid intent, not saved. */
export const buildPaidIntent = ({
  id,
  amount,
  customer,
  created,
  method,
  charge,
}: PaidIntentInput): Stripe.PaymentIntent => ({
  ...buildIntent(id, created, { amount, customer, description: null, metadata: {} }),
  status: "succeeded",
  amount_received: amount,
  payment_method: method,
  latest_charge: charge,
});

/** An intent that is not saved and has no event. */
export function buildIntent(id: string, created: number, input: IntentInput): Stripe.PaymentIntent {
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: input.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_sandbox`,
    confirmation_method: "automatic",
    created,
    currency: "usd",
    customer: input.customer,
    customer_account: null,
    description: input.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card", "us_bank_account"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
}

export function cancelIntent(world: World, intent: Stripe.PaymentIntent): void {
  if (intent.status === "succeeded" || intent.status === "canceled" || intent.status === "processing") return;
  intent.status = "canceled";
  intent.canceled_at = world.clock.now();
  intent.cancellation_reason = "void_invoice";
  intent.next_action = null;
  world.paymentIntents.save(intent);
  world.emit("payment_intent.canceled", intent);
}
