import * as z from "zod/mini";
import { orderStatuses, paymentStatuses } from "../../../../db/enums.ts";
import { done, endpoint, reply } from "../../endpoint.ts";
import { adminOrder, adminOrderShape, orderLine } from "../../entities/order.ts";
import { described, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const shared = { access: "admin", status: 200, tag: "Admin: orders" } as const;
const params = z.object({ order_id: uuid() });

export const listAdminOrders = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/orders",
  query: z.object({
    org_id: z.optional(uuid("Invalid Organization Id.")),
    status: z.optional(z.enum(orderStatuses)),
    payment_status: z.optional(z.enum(paymentStatuses)),
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

export const cancelOrder = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/orders/{order_id}/cancel",
  params,
  reply: done,
  errors: ["ORDER_NOT_FOUND", "ORDER_ALREADY_PAID", "PAYMENT_FAILED"],
  summary: "Cancel an order that is not shipped; what was paid is refunded",
});

export const refundOrder = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/orders/{order_id}/refund",
  params,
  body: z.object({
    amount: described(z.int().check(z.gte(1), z.lte(100_000_000_000)), "US cents, at most what is left of the payment"),
  }),
  reply: done,
  errors: ["ORDER_NOT_FOUND", "PAYMENT_FAILED"],
  summary: "Refund part of an order or all of it",
});
