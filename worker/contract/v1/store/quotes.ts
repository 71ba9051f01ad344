import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { quoteShape } from "../../entities/quote.ts";
import { freeText } from "../../fields.ts";
import { checkoutCart } from "./checkout.ts";

export const createQuoteRequest = endpoint({
  method: "POST",
  path: "/v1/store/quotes",
  access: "buy",
  not_impersonated: true,
  body: z.object({
    updated_at: checkoutCart.body.shape.updated_at,
    note: z.nullish(freeText(1000, "Note to the shop")),
  }),
  status: 201,
  reply: reply(quoteShape),
  errors: [
    "CART_NOT_FOUND",
    "CART_OUTDATED",
    "CART_QUOTED",
    "NO_PRODUCTS_IN_CART",
    "PRODUCT_NOT_FOUND",
    "QUOTE_NOT_FOR_PLANS",
  ],
  tag: "Cart",
  summary: "Ask for a price for the cart",
  description: "Makes a quote request and empties the cart. Safe to retry: one version of a cart is sent once.",
});
