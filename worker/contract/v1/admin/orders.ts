import * as z from "zod/mini";
import { orderStatuses, paymentStatuses, refundReasons } from "../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { orderPricesShape } from "../../entities/order-prices.ts";
import { refundApprovalReply } from "../../entities/refund-approval.ts";
import { adminOrder, adminOrderShape, orderLine } from "../../entities/order.ts";
import { day, describe, flag, freeText, uuid } from "../../fields.ts";
import { must } from "../../issue-messages.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Admin: orders" } as const;
const params = z.object({ order_id: uuid() });

export const listAdminOrders = endpoint({
  ...callDefaults,
  access: "orders:read",
  method: "GET",
  path: "/v1/admin/orders",
  query: z.object({
    org_id: z.optional(uuid("Invalid Organization Id.")),
    status: z.optional(z.enum(orderStatuses)),
    payment_status: z.optional(z.enum(paymentStatuses)),
    is_unpaid: flag(),
    from: day("First day, in the shop's time zone"),
    to: day("Last day, in the shop's time zone"),
    user_id: z.optional(uuid()),
    ...listQuery(["created_at", "updated_at", "order_number", "total", "status"]),
  }),
  reply: listReply(adminOrder),
  errors: [],
  summary: "List orders",
});

export const getAdminOrder = endpoint({
  ...callDefaults,
  access: "orders:read",
  method: "GET",
  path: "/v1/admin/orders/{order_id}",
  params,
  reply: reply({ ...adminOrderShape, lines: z.array(orderLine) }),
  errors: ["ORDER_NOT_FOUND"],
  summary: "Read an order",
});

export const getOrderPrices = endpoint({
  ...callDefaults,
  access: "orders:read",
  method: "GET",
  path: "/v1/admin/orders/{order_id}/prices",
  params,
  reply: reply(orderPricesShape),
  errors: ["ORDER_NOT_FOUND"],
  summary: "Explain the price of each order line",
});

const refundedLine = z.object({
  line_id: describe(
    z.union([uuid(), z.literal("shipping")], { error: must("be the id of a line, or shipping") }),
    "Order line ID, or `shipping`",
  ),
  quantity: describe(z.int().check(z.gte(1), z.lte(1_000_000)), "Quantity; 1 for shipping"),
});

const requireUniqueLines = z.refine<{ line_id: string }[]>(
  (lines) => new Set(lines.map(({ line_id }) => line_id)).size === lines.length,
  { error: "Name each line once." },
);
const canceledLine = z.object({
  line_id: describe(uuid(), "Order line ID"),
  quantity: describe(z.int().check(z.gte(1), z.lte(1_000_000)), "Quantity"),
});

export const cancelOrder = endpoint({
  ...callDefaults,
  access: "orders:act",
  method: "POST",
  path: "/v1/admin/orders/{order_id}/cancel",
  params,
  body: z.optional(
    z.object({
      lines: z.optional(
        describe(
          z.array(canceledLine).check(z.minLength(1), z.maxLength(200), requireUniqueLines),
          "Quantities of lines that have not shipped; omitted: the whole order",
        ),
      ),
      key: z.optional(describe(uuid(), "Idempotency key: repeating it cancels nothing more")),
    }),
  ),
  reply: emptyReply,
  accepted: refundApprovalReply,
  errors: ["ORDER_NOT_FOUND", "ORDER_ALREADY_PAID", "LINE_NOT_OWED", "PAYMENT_FAILED"],
  summary: "Cancel an order, or lines of it, before they ship; what was paid is refunded",
  description:
    "With lines, each is refunded with its share of the tax, once. An order of which nothing is left is canceled; one whose other lines have shipped is shipped. While its checkout is under way, the answer is PAYMENT_FAILED.",
});

const refundFields = {
  amount: z.optional(
    describe(z.int().check(z.gte(1), z.lte(100_000_000_000)), "US cents, at most the refundable remainder"),
  ),
  lines: z.optional(
    describe(
      z.array(refundedLine).check(z.minLength(1), z.maxLength(200), requireUniqueLines),
      "Quantities of lines, refunded with their share of the tax to the cent",
    ),
  ),
  reason: z.optional(describe(z.enum(refundReasons), "Stands in the audit log and in the buyer's mail")),
  reason_text: z.optional(freeText(500, "More about the reason; stands in the audit log and in the buyer's mail")),
  key: z.optional(describe(uuid(), "Idempotency key: repeating it makes no second refund")),
};
const requireAmountOrLines = z.refine<{ amount?: unknown; lines?: unknown }>(
  ({ amount, lines }) => amount === undefined || lines === undefined,
  { error: "Name an amount or lines, not both.", path: ["lines"] },
);

/** Reference and day of a refund that was paid outside the payment provider. */
const paidBackFields = {
  reference: freeText(140, "What the bank statement or the cheque says, such as its number").check(
    z.minLength(1, "Reference is required."),
  ),
  paid_on: day("Day on which the money left, at most and by default today in the shop's time zone"),
};

export const refundOrder = endpoint({
  ...callDefaults,
  // Administrators who may only read refunds request one.
  access: "refunds:read",
  method: "POST",
  path: "/v1/admin/orders/{order_id}/refund",
  params,
  body: z.object(refundFields).check(requireAmountOrLines),
  reply: emptyReply,
  accepted: refundApprovalReply,
  errors: ["ORDER_NOT_FOUND", "PAYMENT_FAILED"],
  summary: "Refund an order: an amount, some of its lines or, with neither, the remainder",
  description:
    "Above the sum of the shop's settings, which counts the order's refunds of 24 hours, a second person must agree: then nothing is refunded yet.",
});

export const noteRefund = endpoint({
  ...callDefaults,
  access: "refunds:act",
  method: "POST",
  path: "/v1/admin/orders/{order_id}/refund/paid-back",
  params,
  body: z.object({ ...refundFields, ...paidBackFields }).check(requireAmountOrLines),
  reply: emptyReply,
  accepted: refundApprovalReply,
  errors: ["ORDER_NOT_FOUND", "PAYMENT_FAILED"],
  summary: "Note money of a wire or cheque as paid back: an amount, some of the lines or, with neither, the remainder",
  description:
    "The payment provider gives nothing back; the refund is booked and the buyer notified. An order of which nothing has shipped is canceled once all of it is paid back. Above the sum of the shop's settings a second person must agree first.",
});

const failedRefund = () =>
  z.optional(
    describe(
      z.string().check(z.minLength(1), z.maxLength(255)),
      "The failed refund at the payment provider; only needed if the order has several",
    ),
  );

export const retryRefund = endpoint({
  ...callDefaults,
  access: "refunds:read",
  method: "POST",
  path: "/v1/admin/orders/{order_id}/refund/retry",
  params,
  body: z.optional(z.object({ failed_refund_id: failedRefund() })),
  reply: emptyReply,
  accepted: refundApprovalReply,
  errors: ["ORDER_NOT_FOUND", "FAILED_REFUND_NOT_FOUND", "PAYMENT_FAILED"],
  summary: "Try a failed refund again, with the same lines and amount",
});

export const settleRefund = endpoint({
  ...callDefaults,
  access: "refunds:act",
  method: "POST",
  path: "/v1/admin/orders/{order_id}/refund/settled",
  params,
  body: z.object({
    failed_refund_id: failedRefund(),
    ...paidBackFields,
  }),
  reply: emptyReply,
  errors: ["ORDER_NOT_FOUND", "FAILED_REFUND_NOT_FOUND"],
  summary: "Note a failed refund as paid by other means",
  description: "The payment provider gives nothing back; the refund is booked and the buyer notified.",
});
