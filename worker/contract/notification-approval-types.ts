import * as z from "zod/mini";
import { cents, type Definition, allChannels, id, line, link, recipientFields } from "./notification-fields.ts";

const request = { ...recipientFields, amount: cents(), cart_no: line(64), url: link() };

/** Notifications about orders that wait for an approval; not among the 29 types of O-009. */
export const approvalNotificationTypes = {
  /**
   * Sent to users who may decide about an order. `url` is the page of the request; in a mail with `request_id` the
   * outbox replaces it by a signed link.
   */
  orderApprovalAsked: {
    title: "An order to approve",
    kind: "order",
    channels: allChannels,
    payload: z.object({
      ...request,
      asked_by: line(160),
      org_name: line(1024),
      note: z.optional(line(1000)),
      occasion: z.enum(["asked", "reminded", "escalated"]),
      request_id: z.optional(id()),
    }),
  },
  /** Sent to the user who requested the approval. */
  orderApprovalEnded: {
    title: "Your order was decided",
    kind: "order",
    channels: allChannels,
    payload: z.object({
      ...request,
      outcome: z.enum(["approved", "partly", "rejected", "failed", "expired", "canceled"]),
      decided_by: z.optional(line(160)),
      note: z.optional(line(1000)),
    }),
  },
} as const satisfies Record<string, Definition>;
