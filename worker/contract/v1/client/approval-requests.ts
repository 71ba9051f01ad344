import * as z from "zod/mini";
import { approvalRequestStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { approvalRequest, approvalRequestShape } from "../../entities/approval.ts";
import { describe, flag, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Approvals" } as const;
const params = z.object({ id: uuid() });
const requestReply = reply(approvalRequestShape);
const decisionErrors = ["APPROVAL_REQUEST_NOT_FOUND", "APPROVAL_REQUEST_ENDED"] as const;
const approverErrors = [...decisionErrors, "APPROVAL_REQUEST_OWN", "APPROVAL_REQUEST_NOT_YOURS"] as const;

export const listApprovalRequests = endpoint({
  ...callDefaults,
  access: "buy",
  method: "GET",
  path: "/v1/client/approval-requests",
  query: z.object({
    status: z.optional(z.enum(approvalRequestStatuses)),
    for_me: describe(flag(), "Whether they wait for you"),
    is_own: describe(flag(), "Whether you asked for them"),
    is_decided: describe(flag(), "Whether they were approved or rejected"),
    ...listQuery(["created_at", "total"]),
  }),
  reply: listReply(approvalRequest),
  errors: [],
  summary: "List approval requests",
  description:
    "Owners see all of the organization, others their own and those they decide. for_me=true: those that wait for you. is_own=true: those that you asked for. is_decided=true: approved and rejected ones.",
});

export const getApprovalRequest = endpoint({
  ...callDefaults,
  access: "buy",
  method: "GET",
  path: "/v1/client/approval-requests/{id}",
  params,
  reply: requestReply,
  errors: ["APPROVAL_REQUEST_NOT_FOUND"],
  summary: "Read an approval request",
});

export const approveRequest = endpoint({
  ...callDefaults,
  access: "approve",
  not_impersonated: true,
  method: "POST",
  path: "/v1/client/approval-requests/{id}/approve",
  params,
  body: z.optional(z.object({ note: z.optional(freeText(1000, "Note to who asked")) })),
  reply: requestReply,
  errors: approverErrors,
  summary: "Approve an order",
  description:
    "The last approval that is needed places the order once, at the frozen prices. A request that cannot be ordered any more becomes failed and says why. Safe to retry.",
});

export const rejectRequest = endpoint({
  ...callDefaults,
  access: "approve",
  not_impersonated: true,
  method: "POST",
  path: "/v1/client/approval-requests/{id}/reject",
  params,
  body: z.object({
    note: freeText(1000, "Why; shown to who asked").check(z.minLength(1, "Say why you reject it.")),
  }),
  reply: requestReply,
  errors: approverErrors,
  summary: "Reject an order",
});

export const cancelRequest = endpoint({
  ...callDefaults,
  access: "buy",
  not_impersonated: true,
  method: "POST",
  path: "/v1/client/approval-requests/{id}/cancel",
  params,
  reply: requestReply,
  errors: decisionErrors,
  summary: "Cancel a request that you made",
});
