import * as z from "zod/mini";
import { emptyReply, endpoint } from "../../endpoint.ts";
import { refundApproval, refundApprovalStatuses } from "../../entities/refund-approval.ts";
import { describe, flag, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Admin: orders" } as const;
const params = z.object({ id: uuid() });

export const listRefundApprovals = endpoint({
  ...callDefaults,
  access: "refunds:read",
  method: "GET",
  path: "/v1/admin/refund-approvals",
  query: z.object({
    state: z.optional(z.enum(refundApprovalStatuses)),
    order_id: z.optional(uuid()),
    is_own: describe(flag(), "true: what you asked for; false: what others asked for"),
    ...listQuery(["created_at", "amount"]),
  }),
  reply: listReply(refundApproval),
  errors: [],
  summary: "List refunds that need a second person",
  description: "Search covers order numbers and names of organizations.",
});

export const approveRefund = endpoint({
  ...callDefaults,
  access: "refunds:act",
  method: "POST",
  path: "/v1/admin/refund-approvals/{id}/approve",
  params,
  reply: emptyReply,
  errors: [
    "REFUND_APPROVAL_NOT_FOUND",
    "REFUND_APPROVAL_ENDED",
    "REFUND_APPROVAL_OWN",
    "ORDER_NOT_FOUND",
    "ORDER_ALREADY_PAID",
    "LINE_NOT_OWED",
    "PAYMENT_FAILED",
  ],
  summary: "Agree to a refund that somebody else asked for, and make it",
  description: "Possible for seven days. A refund that has become impossible ends as failed, and says why.",
});

export const rejectRefund = endpoint({
  ...callDefaults,
  access: "refunds:act",
  method: "POST",
  path: "/v1/admin/refund-approvals/{id}/reject",
  params,
  body: z.optional(z.object({ note: z.optional(freeText(500, "Why; shown to whoever asked")) })),
  reply: emptyReply,
  errors: ["REFUND_APPROVAL_NOT_FOUND", "REFUND_APPROVAL_ENDED", "REFUND_APPROVAL_OWN"],
  summary: "Reject a refund that somebody else asked for",
});
