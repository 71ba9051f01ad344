import * as z from "zod/mini";
import { cartPaymentMethods, orderStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { address } from "../../entities/address.ts";
import { listedOrder, orderShape, orderWithLinesShape } from "../../entities/order.ts";
import { day, describe, flag, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { access: "session", tag: "Orders" } as const;

export const listOrders = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/orders",
  query: z.object({
    status: z.optional(z.enum(orderStatuses)),
    is_unpaid: flag(),
    is_open: flag(),
    from: day("First day"),
    to: day("Last day"),
    ...listQuery(["created_at", "updated_at", "order_number", "total", "status"]),
  }),
  status: 200,
  reply: listReply(listedOrder),
  errors: [],
  summary: "List the organization's orders",
  description:
    "is_unpaid: its payment is pending or was declined, and it is not canceled. is_open: neither received nor canceled. search: an order, PO, tracking or serial number, a product, a SKU, an amount or a day.",
});

export const getOrder = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/orders/{order_id}",
  params: z.object({ order_id: uuid() }),
  status: 200,
  reply: reply(orderWithLinesShape),
  errors: ["ORDER_NOT_FOUND", "ORDER_ACCESS_DENIED"],
  summary: "Read an order with its lines",
});

export const updateOrder = endpoint({
  ...callDefaults,
  access: "buy",
  method: "PUT",
  path: "/v1/client/orders/{order_id}",
  params: z.object({ order_id: uuid() }),
  body: z.object({
    po_number: z.nullish(freeText(64, "Purchase order number of the buyer")),
    note: z.nullish(freeText(1000, "Comment of the buyer about the order")),
  }),
  status: 200,
  reply: reply(orderShape),
  errors: ["ORDER_NOT_FOUND", "ORDER_ACCESS_DENIED", "ORDER_REFERENCE_DENIED", "ORDER_REFERENCE_FIXED"],
  summary: "Change the PO number and the note of an order and its invoice",
  description:
    "By the person who placed the order or a manager. Omitted fields keep their value. Refused while the payment is under way, and once the invoice is in the books.",
});

const quantityMax = 10_000;
const line = z.pipe(
  z.transform((value) => {
    if (typeof value !== "object" || value === null || "productId" in value || !("product_id" in value)) return value;
    return { ...value, productId: value.product_id };
  }),
  z.object({ productId: uuid(), quantity: describe(z.int().check(z.gte(1), z.lte(quantityMax)), "1 to 10,000") }),
);

type Line = { productId: string; quantity: number };
/** Limits a product to 10,000 pieces over all lines; the issue names the line that exceeds the limit. */
const limitQuantities = z.check<Line[]>(({ value: lines, issues }) => {
  const sums = new Map<string, number>();
  for (const [index, { productId, quantity }] of lines.entries()) {
    const id = productId.toLowerCase();
    sums.set(id, (sums.get(id) ?? 0) + quantity);
    if ((sums.get(id) ?? 0) <= quantityMax) continue;
    const message = "Order at most 10,000 of a product.";
    issues.push({ code: "custom", input: quantity, path: [index, "quantity"], message });
    return;
  }
});

export const orderByLink = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/client/orders",
  not_impersonated: true,
  has_idempotency_key: true,
  body: z.object({
    products: z.array(line).check(z.maxLength(100), limitQuantities),
    address: describe(z.optional(address()), "Shipping address; default: the first of the organization's address book"),
    payment_method: describe(
      z.optional(z.enum(cartPaymentMethods)),
      "account: bought on account, due after the organization's terms; default: paid on the provider's page",
    ),
    po_number: z.optional(freeText(64, "Purchase order number of the buyer, for an order on account")),
  }),
  status: 201,
  reply: reply(orderShape),
  errors: [
    "PRODUCT_NOT_FOUND",
    "PRODUCT_BASE_PRICE_NOT_FOUND",
    "PRODUCT_PRICE_LEVEL_NOT_FOUND",
    "NO_PRODUCTS_IN_CART",
    "PAYMENT_FAILED",
    "CHECKOUT_URL_NOT_FOUND",
    "ORG_EMAIL_NOT_FOUND",
    "INVALID_SUBSCRIPTION_QTY",
    "ORDER_ALREADY_PAID",
    "SHIPPING_ADDRESS_NOT_FOUND",
    "SHIPPING_RATE_NOT_FOUND",
    "TAX_LOCATION_INVALID",
    "TAX_CALCULATION_FAILED",
    "TOO_MANY_UNPAID_ORDERS",
    "ORDER_APPROVAL_REQUIRED",
    "ACCOUNT_NOT_AVAILABLE",
    "ACCOUNT_OVERDUE",
    "CREDIT_LIMIT_EXCEEDED",
    "PO_NUMBER_REQUIRED",
  ],
  summary: "Order hardware and pay on the provider's page (stripe_bill_link)",
  description:
    "Hardware ships at the cheapest rate of the country; the total includes shipping and tax. An order of software only needs no address; it is taxed at the given address, otherwise at the organization's. Each call creates a new order; with an `Idempotency-Key`, repeating it returns the order that is there. An organization has at most 15 unpaid orders by link. PAYMENT_FAILED: the total exceeds the limit of the payment provider, or is below the $0.50 that its page charges at least. On account the order is worked on at once, stripe_bill_link is null, and its invoice is due after the organization's terms.",
});
