import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { describe, freeText } from "../../fields.ts";
import { toInstantText } from "../../instants.ts";

export const checkoutCart = endpoint({
  method: "POST",
  path: "/v1/store/checkout/cart",
  access: "buy",
  not_impersonated: true,
  body: z.object({
    updated_at: freeText(64, "The updated_at of the cart that was read").check(
      z.overwrite((text) => toInstantText(text) ?? text),
    ),
    terms_version: z.optional(
      freeText(64, "Version of the terms of sale shown to the buyer; payment accepts the current version"),
    ),
  }),
  status: 200,
  reply: reply({
    order_id: describe(z.nullable(z.string()), "Order of the one-time purchases; null: none"),
    subscription_ids: z.array(z.string()),
    cart_no: z.string(),
    payment_status: describe(z.enum(["paid", "pending"]), "pending: the bank has not replied yet"),
    action_url: describe(z.nullable(z.string()), "URL where the buyer confirms the payment, if the bank requires it"),
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
    "ACCOUNT_NOT_AVAILABLE",
    "ACCOUNT_NOT_FOR_PLANS",
    "ACCOUNT_OVERDUE",
    "CREDIT_LIMIT_EXCEEDED",
    "PO_NUMBER_REQUIRED",
    "QUOTE_EXPIRED",
    "ORDER_APPROVAL_REQUIRED",
    "PAYMENT_FAILED",
    "CART_PARTIALLY_FULFILLED",
  ],
  tag: "Cart",
  summary: "Check out the cart",
  description:
    "Safe to retry: one version of a cart is bought at most once. ORDER_APPROVAL_REQUIRED has a field approval with rule_ids and approvers: send the cart for approval. CREDIT_LIMIT_EXCEEDED has available and exceeded_by, in US cents.",
});

export const cancelPayment = endpoint({
  method: "DELETE",
  path: "/v1/store/checkout/cart",
  access: "buy",
  not_impersonated: true,
  status: 200,
  reply: reply({
    state: describe(
      z.enum(["none", "pending", "succeeded", "partly", "failed"]),
      "failed: nothing was charged; partly: paid items stay bought; succeeded: the payment had just succeeded; none: no pending payment",
    ),
    cart_no: z.nullable(z.string()),
  }),
  errors: [],
  tag: "Cart",
  summary: "Cancel the pending payment of the cart",
});
