import type Stripe from "stripe";
import { z } from "zod";
import { type Endpoint, defineEndpoint } from "../wire/endpoint.ts";
import { createInvalidRequest, createMissing } from "../wire/failure.ts";
import { randomId } from "../wire/ids.ts";
import { amount, bool, expand, integer, metadata, mergeMetadata, params, text, currency } from "../wire/params.ts";
import { toDecimal } from "../wire/wire.ts";
import type { World } from "../state.ts";

const createShape = params<Stripe.ProductCreateParams>()({
  id: text.optional(),
  name: text.min(1),
  description: text.optional(),
  active: bool.optional(),
  metadata: metadata.optional(),
  tax_code: text.optional(),
  url: text.optional(),
  expand,
});

/** `price_data`: a recurring price that a request for a subscription or a schedule creates. */
export const recurringPriceShape = params<Stripe.SubscriptionCreateParams.Item.PriceData>()({
  currency,
  product: text,
  unit_amount: amount,
  recurring: z.strictObject({
    interval: z.enum(["day", "week", "month", "year"]),
    interval_count: integer.refine((count) => count >= 1 && count <= 36, "interval_count").optional(),
  }),
});

const priceShape = params<Stripe.PriceCreateParams>()({
  currency,
  product: text,
  unit_amount: amount,
  recurring: recurringPriceShape.shape.recurring,
  metadata: metadata.optional(),
  expand,
});

export function productEndpoints(): Endpoint[] {
  return [
    defineEndpoint("POST", "/v1/prices", priceShape, ({ world, input }) => {
      getProduct(world, input.product, "product");
      const price = createPrice(world, input);
      return world.prices.save(Object.assign(price, { active: true, metadata: mergeMetadata({}, input.metadata) }));
    }),
    defineEndpoint("POST", "/v1/products", createShape, ({ world, input }) => createProduct(world, input)),
    defineEndpoint("GET", "/v1/products/:id", z.strictObject({ expand }), ({ world, id }) =>
      getProduct(world, id, "id"),
    ),
  ];
}

export function getProduct(world: World, id: string, param: string): Stripe.Product {
  const product = world.products.find(id);
  if (!product) throw createMissing("product", id, param);
  return product;
}

export function createProduct(world: World, input: z.output<typeof createShape>): Stripe.Product {
  if (input.id && world.products.find(input.id)) {
    throw createInvalidRequest(`Product already exists.`, { code: "resource_already_exists", param: "id" });
  }
  const now = world.clock.now();
  const product: Stripe.Product = {
    id: input.id ?? randomId("prod", 14),
    object: "product",
    active: input.active ?? true,
    created: now,
    default_price: null,
    description: input.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, input.metadata),
    name: input.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: input.tax_code ?? null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: input.url ?? null,
  };
  world.products.save(product);
  world.emit("product.created", product);
  return product;
}

interface PriceInput {
  product: string;
  unit_amount: number;
  recurring?: z.output<typeof recurringPriceShape>["recurring"];
}

/** Creates an inactive price, as Stripe does for `price_data`; `POST /v1/prices` activates its price. */
export function createPrice(world: World, input: PriceInput): Stripe.Price {
  const { interval, interval_count = 1 } = input.recurring ?? {};
  return world.prices.save({
    id: randomId("price"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created: world.clock.now(),
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: input.product,
    recurring: interval
      ? { interval, interval_count, meter: null, trial_period_days: null, usage_type: "licensed" }
      : null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: interval ? "recurring" : "one_time",
    unit_amount: input.unit_amount,
    unit_amount_decimal: toDecimal(input.unit_amount),
  });
}
