import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { described, freeText } from "../../fields.ts";
import { toInstantText } from "../../instants.ts";

export const checkoutCart = endpoint({
  method: "POST",
  path: "/v1/store/checkout/cart",
  access: "buy",
  not_impersonated: true,
  body: z.object({
    updated_at: freeText(64, "The cart's updated_at as it was read").check(
      z.overwrite((text) => toInstantText(text) ?? text),
    ),
    terms_version: z.optional(freeText(64, "Terms of sale that the buyer was shown; paying accepts those of today")),
  }),
  status: 200,
  reply: reply({
    order_id: described(z.nullable(z.string()), "The order of what is bought once, null when there is none"),
    subscription_ids: z.array(z.string()),
    cart_no: z.string(),
    payment_status: described(z.enum(["paid", "pending"]), "pending: the bank has not answered yet"),
    action_url: described(z.nullable(z.string()), "Where the buyer confirms the payment, when the bank asks"),
  }),
  errors: [
    "CART_NOT_FOUND",
    "ORDER_ALREADY_PAID",
    "CART_OUTDATED",
    "NO_PRODUCTS_IN_CART",
    "PRODUCT_NOT_FOUND",
    "PRODUCT_BASE_PRICE_NOT_FOUND",
    "PRODUCT_PRICE_LEVEL_NOT_FOUND",
    "WRONG_SUBSCRIPTION_QUANTITY",
    "INVALID_SUBSCRIPTION_QTY",
    "DUPLICATE_ORG_SUBSCRIPTION",
    "PAYMENT_METHOD_NOT_FOUND",
    "PAYMENT_METHOD_EXPIRED",
    "SHIPPING_ADDRESS_NOT_FOUND",
    "SHIPPING_RATE_NOT_FOUND",
    "ORG_EMAIL_NOT_FOUND",
    "TAX_CALCULATION_FAILED",
    "TAX_LOCATION_INVALID",
    "PAYMENT_FAILED",
    "CART_PARTIALLY_FULFILLED",
  ],
  tag: "Cart",
  summary: "Buy what is in the cart",
  description: "Safe to repeat: one version of a cart is bought at most once, whatever happens on the way.",
});

export const cancelPayment = endpoint({
  method: "DELETE",
  path: "/v1/store/checkout/cart",
  access: "buy",
  not_impersonated: true,
  status: 200,
  reply: reply({
    state: described(
      z.enum(["none", "pending", "succeeded", "partly", "failed"]),
      "failed: nothing was charged; partly: what was paid stays bought; succeeded: it was paid a moment ago; none: nothing waited",
    ),
    cart_no: z.nullable(z.string()),
  }),
  errors: [],
  tag: "Cart",
  summary: "Give up the payment of the cart that waits for the bank or for you",
});
