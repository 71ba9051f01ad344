import * as z from "zod/mini";
import { cartPaymentMethods } from "../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { address } from "../../entities/address.ts";
import { cartShape, quantity } from "../../entities/cart.ts";
import { cents } from "../../entities/money.ts";
import { cartProduct } from "../../entities/product.ts";
import { offeredRate } from "../../entities/shipping-rate.ts";
import { describe, freeText, uuid, versionField } from "../../fields.ts";
import { listReply } from "../../paging.ts";

const callDefaults = { access: "buy", status: 200, tag: "Cart" } as const;
const params = z.object({ id: uuid() });
const priceErrors = ["PRODUCT_BASE_PRICE_NOT_FOUND", "PRODUCT_PRICE_LEVEL_NOT_FOUND"] as const;
const quantityErrors = [
  "CART_OUTDATED",
  "CART_QUOTED",
  "WRONG_SUBSCRIPTION_QUANTITY",
  "INVALID_SUBSCRIPTION_QTY",
  "DUPLICATE_ORG_SUBSCRIPTION",
] as const;
const cartReply = reply(cartShape);

export const getCart = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/store/cart",
  reply: cartReply,
  errors: [],
  summary: "Read your open cart",
});

export const updateCart = endpoint({
  ...callDefaults,
  method: "PUT",
  path: "/v1/store/cart",
  body: z.object({
    address: z.optional(z.object({ billing: z.nullish(address()), shipping: z.nullish(address()) })),
    stripe_payment_method: z.optional(
      z.object({ stripe_payment_method_id: z.nullable(freeText(255, "Payment method of the organization")) }),
    ),
    payment_method: describe(
      z.nullish(z.enum(cartPaymentMethods)),
      "account: on account, which replaces the payment method; a payment method replaces it",
    ),
    shipping_rate_id: z.nullish(uuid()),
    products: z.optional(z.record(uuid(), quantity())),
    po_number: z.nullish(freeText(64, "Purchase order number of the buyer")),
    note: z.nullish(freeText(1000, "Comment of the buyer about the order")),
    updated_at: versionField(),
  }),
  reply: cartReply,
  errors: [
    "CART_NOT_FOUND",
    "PRODUCT_NOT_FOUND",
    "PAYMENT_METHOD_NOT_FOUND",
    "PAYMENT_METHOD_EXPIRED",
    "ACCOUNT_NOT_AVAILABLE",
    "SHIPPING_RATE_NOT_FOUND",
    ...priceErrors,
    ...quantityErrors,
  ],
  summary: "Change the cart; omitted fields keep their value",
});

export const emptyCart = endpoint({
  ...callDefaults,
  method: "DELETE",
  path: "/v1/store/cart",
  reply: emptyReply,
  errors: ["CART_NOT_FOUND", "CART_OUTDATED"],
  summary: "Empty the cart",
});

export const calculateCartTax = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/store/cart/tax",
  reply: reply({
    tax_amount: cents("Tax"),
    tax_rate: describe(z.number(), "Percent of the taxed amount"),
    tax_lines: describe(
      z.record(z.string(), z.int()),
      "Tax of each product in US cents; the remainder is the tax on shipping",
    ),
  }),
  errors: [
    "CART_NOT_FOUND",
    "NO_PRODUCTS_IN_CART",
    "SHIPPING_ADDRESS_NOT_FOUND",
    "TAX_CALCULATION_FAILED",
    "TAX_LOCATION_INVALID",
    "PAYMENT_FAILED",
    ...priceErrors,
  ],
  summary: "Calculate the tax of the cart",
  description: "PAYMENT_FAILED: the total exceeds the limit of the payment provider.",
});

export const listCartProducts = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/store/cart/products",
  reply: listReply(cartProduct),
  errors: priceErrors,
  summary: "List the products in the cart",
});

export const addCartProduct = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/store/cart/products/{id}",
  params,
  body: z.object({ quantity: quantity() }),
  reply: cartReply,
  errors: ["PRODUCT_NOT_FOUND", ...priceErrors, ...quantityErrors],
  summary: "Add a product to the cart",
});

export const setCartProduct = endpoint({
  ...callDefaults,
  method: "PUT",
  path: "/v1/store/cart/products/{id}",
  params,
  body: z.object({ quantity: quantity() }),
  reply: cartReply,
  errors: ["PRODUCT_NOT_FOUND", "CART_NOT_FOUND", ...priceErrors, ...quantityErrors],
  summary: "Set the quantity of a product in the cart",
});

export const removeCartProduct = endpoint({
  ...callDefaults,
  method: "DELETE",
  path: "/v1/store/cart/products/{id}",
  params,
  reply: cartReply,
  errors: ["PRODUCT_NOT_FOUND", "CART_NOT_FOUND", "CART_OUTDATED", "CART_QUOTED"],
  summary: "Remove a product from the cart",
});

export const listShippingRates = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/store/cart/shipping-rates",
  query: z.object({
    country: z.optional(
      z
        .string()
        .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, "Country must be an ISO 3166 code of two letters.")),
    ),
  }),
  reply: listReply(offeredRate),
  errors: ["SHIPPING_RATE_NOT_FOUND"],
  summary: "List the shipping rates of a country; default: of the cart's address",
  description:
    "Prices for this cart. If the chosen rate has a new price or is no longer offered, the cart gets a new version and `previous_shipping` holds the old rate.",
});

export const getCartByNo = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/store/cart/{cart_no}",
  params: z.object({ cart_no: freeText(64, "Number of one of your carts") }),
  reply: cartReply,
  errors: ["CART_NOT_FOUND"],
  summary: "Read one of your carts",
});
