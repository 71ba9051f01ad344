import type Stripe from "stripe";
import { z } from "zod";
import { buildSession, buildSetupIntent } from "./checkout-shape.ts";
import { getCustomer } from "../customers/customers.ts";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { amount, currency, expand, integer, list, mergeMetadata, metadata, params, text } from "../wire/params.ts";
import { requireChargeable, requireMinCharge } from "../payments/limits.ts";
import { createPrice, createProduct, getProduct } from "../products/products.ts";
import type { World } from "../state.ts";

const priceDataShape = params<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>()({
  currency,
  unit_amount: amount,
  product: text.optional(),
  product_data: z.strictObject({ name: text.min(1), description: text.optional() }).optional(),
});
const createShape = params<Stripe.Checkout.SessionCreateParams>()({
  mode: z.enum(["setup", "payment"]),
  customer: text,
  allowed_payment_method_types: list(z.enum(["card", "us_bank_account"])).optional(),
  currency: currency.optional(),
  success_url: text.min(1),
  cancel_url: text.optional(),
  client_reference_id: text.optional(),
  metadata: metadata.optional(),
  expires_at: integer.optional(),
  line_items: list(
    z.strictObject({ price_data: priceDataShape, quantity: integer.refine((value) => value >= 1, "quantity") }),
  ).optional(),
  payment_intent_data: params<Stripe.Checkout.SessionCreateParams.PaymentIntentData>()({
    metadata: metadata.optional(),
    description: text.optional(),
  }).optional(),
  setup_intent_data: params<Stripe.Checkout.SessionCreateParams.SetupIntentData>()({
    metadata: metadata.optional(),
  }).optional(),
  expand,
});
const expandShape = z.strictObject({ expand });

export function checkoutSessionEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/checkout/sessions", createShape, ({ world, input }) => create(world, input)),
    defineEndpoint("GET", "/v1/checkout/sessions/:id", expandShape, ({ world, id }) => getSession(world, id)),
    defineEndpoint("POST", "/v1/checkout/sessions/:id/expire", expandShape, ({ world, id }) => {
      const session = getSession(world, id);
      if (session.status === "open") return expireSession(world, session);
      throw createInvalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }),
  ];
}

export function getSession(world: World, id: string): Stripe.Checkout.Session {
  const session = world.checkoutSessions.find(id);
  if (!session) throw createMissing("checkout.session", id, "session");
  return session;
}

export function expireSession(world: World, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  world.callOff(session.id);
  session.status = "expired";
  session.url = null;
  world.checkoutSessions.save(session);
  world.emit("checkout.session.expired", session);
  return session;
}

function create(world: World, input: z.output<typeof createShape>): Stripe.Checkout.Session {
  const customer = getCustomer(world, input.customer);
  const lines = input.mode === "payment" ? (input.line_items ?? []) : [];
  if (input.mode === "payment" && lines.length === 0) {
    throw createInvalidRequest("Missing required param: line_items.", {
      code: "parameter_missing",
      param: "line_items",
    });
  }
  // https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-line_items
  if (lines.length > 100) throw createInvalidRequest("You can pass at most 100 line items.", { param: "line_items" });
  const forbiddenParams = input.mode === "setup" ? ["line_items", "payment_intent_data"] : ["setup_intent_data"];
  const wrongParam = forbiddenParams.find((name) => name in input);
  if (wrongParam)
    throw createInvalidRequest(`You can not pass \`${wrongParam}\` in \`${input.mode}\` mode.`, { param: wrongParam });
  const total = lines.reduce((sum, { price_data, quantity }) => sum + price_data.unit_amount * quantity, 0);
  requireChargeable(total);
  requireMinCharge(total);
  const session = buildSession(world, {
    mode: input.mode,
    customer,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    success_url: input.success_url,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    metadata: mergeMetadata({}, input.metadata),
    lines: lines.map((line) => createLine(world, line)),
    expires_at: input.expires_at,
  });
  if (input.mode === "setup") {
    const intent = buildSetupIntent(world, session);
    intent.metadata = mergeMetadata({}, input.setup_intent_data?.metadata);
    session.setup_intent = intent.id;
    world.setupIntents.save(intent);
  }
  const { description = null, metadata: carried } = input.payment_intent_data ?? {};
  world.sessionPayments.save({ id: session.id, description, metadata: mergeMetadata({}, carried) });
  world.plan("expire-session", session.id, session.expires_at);
  return world.checkoutSessions.save(session);
}

type LineInput = NonNullable<z.output<typeof createShape>["line_items"]>[number];

function createLine(world: World, { price_data, quantity }: LineInput): Stripe.LineItem {
  const { product, product_data, unit_amount } = price_data;
  if ((product === undefined) === (product_data === undefined)) {
    const param = "line_items[0][price_data][product]";
    throw createInvalidRequest("You must give exactly one of `product` and `product_data`.", { param });
  }
  const soldProduct = product_data
    ? createProduct(world, product_data)
    : getProduct(world, product ?? "", "line_items[0][price_data][product]");
  const total = unit_amount * quantity;
  return {
    id: randomId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: total,
    amount_tax: 0,
    amount_total: total,
    currency: "usd",
    description: soldProduct.name,
    discounts: [],
    metadata: {},
    price: createPrice(world, { product: soldProduct.id, unit_amount }),
    quantity,
    taxes: [],
  };
}
