import * as z from "zod/mini";
import { orderStatuses, paymentStatuses } from "../../../../db/enums.ts";
import { done, endpoint, reply } from "../../endpoint.ts";
import { orderNote } from "../../entities/console/order-note.ts";
import { orderPricesShape } from "../../entities/console/order-prices.ts";
import { adminOrder, adminOrderShape, orderLine } from "../../entities/order.ts";
import { day, described, flag, freeText, uuid } from "../../fields.ts";
import { must } from "../../issue-messages.ts";
import { listQuery, listReply } from "../../paging.ts";

const shared = { access: "manage_shop", status: 200, tag: "Admin: orders" } as const;
const params = z.object({ order_id: uuid() });

export const listAdminOrders = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/orders",
  query: z.object({
    org_id: z.optional(uuid("Invalid Organization Id.")),
    status: z.optional(z.enum(orderStatuses)),
    payment_status: z.optional(z.enum(paymentStatuses)),
    is_unpaid: flag(),
    from: day("First day, in UTC"),
    to: day("Last day, in UTC"),
    user_id: z.optional(uuid()),
    ...listQuery(["created_at", "updated_at", "order_number", "total", "status"]),
  }),
  reply: listReply(adminOrder),
  errors: [],
  summary: "List orders",
});

export const getAdminOrder = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/orders/{order_id}",
  params,
  reply: reply({ ...adminOrderShape, lines: z.array(orderLine) }),
  errors: ["ORDER_NOT_FOUND"],
  summary: "Read an order",
});

export const getOrderPrices = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/orders/{order_id}/prices",
  params,
  reply: reply(orderPricesShape),
  errors: ["ORDER_NOT_FOUND"],
  summary: "Why each line of an order cost what it cost",
});

export const listOrderNotes = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/orders/{order_id}/notes",
  params,
  reply: listReply(orderNote),
  errors: ["ORDER_NOT_FOUND"],
  summary: "What administrators wrote about an order",
});

export const addOrderNote = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/orders/{order_id}/notes",
  params,
  body: z.object({
    text: freeText(4000, "For administrators; customers never see it").check(z.minLength(1, "Write something.")),
    id: z.optional(described(uuid(), "Of the note: sent again with the same id it is the same note")),
  }),
  reply: done,
  errors: ["ORDER_NOT_FOUND"],
  summary: "Write a note about an order, for administrators",
});

export const cancelOrder = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/orders/{order_id}/cancel",
  params,
  reply: done,
  errors: ["ORDER_NOT_FOUND", "ORDER_ALREADY_PAID", "PAYMENT_FAILED"],
  summary: "Cancel an order that is not shipped; what was paid is refunded",
});

const refundedLine = z.object({
  line_id: described(
    z.union([uuid(), z.literal("shipping")], { error: must("be the id of a line, or shipping") }),
    "A line of the order, or `shipping`",
  ),
  quantity: described(z.int().check(z.gte(1), z.lte(1_000_000)), "How many of it; 1 of the shipping"),
});

export const refundOrder = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/orders/{order_id}/refund",
  params,
  body: z
    .object({
      amount: z.optional(
        described(z.int().check(z.gte(1), z.lte(100_000_000_000)), "US cents, at most what is left of the payment"),
      ),
      lines: z.optional(
        described(
          z.array(refundedLine).check(
            z.minLength(1),
            z.maxLength(200),
            z.refine((lines) => new Set(lines.map(({ line_id }) => line_id)).size === lines.length, {
              error: "Name each line once.",
            }),
          ),
          "Pieces of lines, which give back their price and their share of the tax to the cent",
        ),
      ),
      key: z.optional(described(uuid(), "Names the wish: sent again with the same key it is the same refund")),
    })
    .check(
      z.refine(({ amount, lines }) => amount === undefined || lines === undefined, {
        error: "Name an amount or lines, not both.",
        path: ["lines"],
      }),
    ),
  reply: done,
  errors: ["ORDER_NOT_FOUND", "PAYMENT_FAILED"],
  summary: "Refund an order: an amount, some of its lines, or, with neither, all that is left",
});
