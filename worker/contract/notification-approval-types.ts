import * as z from "zod/mini";
import { cents, type Definition, everywhere, id, line, link, person } from "./notification-fields.ts";

const request = { ...person, amount: cents(), cart_no: line(64), url: link() };

/** About orders that wait for an approval; not among the 29 types of O-009. */
export const approvalNotificationTypes = {
  /** To who may decide about an order; `url` is its page, and in a mail with `request_id` the signed link. */
  orderApprovalAsked: {
    title: "An order to approve",
    kind: "order",
    channels: everywhere,
    payload: z.object({
      ...request,
      asked_by: line(160),
      org_name: line(1024),
      note: z.optional(line(1000)),
      occasion: z.enum(["asked", "reminded", "escalated"]),
      request_id: z.optional(id()),
    }),
  },
  /** To who sent the order for approval. */
  orderApprovalEnded: {
    title: "Your order was decided",
    kind: "order",
    channels: everywhere,
    payload: z.object({
      ...request,
      outcome: z.enum(["approved", "rejected", "failed", "expired", "canceled"]),
      decided_by: z.optional(line(160)),
      note: z.optional(line(1000)),
    }),
  },
} as const satisfies Record<string, Definition>;
