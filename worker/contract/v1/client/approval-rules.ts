import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { approvalRule, approvalRuleBody, approvalRuleChange, approvalRuleShape } from "../../entities/approval.ts";
import { cents } from "../../entities/money.ts";
import { describe, instant, uuid } from "../../fields.ts";
import { listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Approvals" } as const;
const params = z.object({ id: uuid() });
const writeDefaults = { access: "manage_organization", not_impersonated: true } as const;
const approverErrors = ["APPROVERS_INVALID", "USR_NOT_FOUND"] as const;

export const listApprovalRules = endpoint({
  ...callDefaults,
  access: "buy",
  method: "GET",
  path: "/v1/client/approval-rules",
  reply: listReply(approvalRule),
  errors: [],
  summary: "List the approval rules of the organization",
});

export const getApprovalRule = endpoint({
  ...callDefaults,
  access: "buy",
  method: "GET",
  path: "/v1/client/approval-rules/{id}",
  params,
  reply: reply(approvalRuleShape),
  errors: ["APPROVAL_RULE_NOT_FOUND"],
  summary: "Read an approval rule",
});

export const createApprovalRule = endpoint({
  ...callDefaults,
  ...writeDefaults,
  method: "POST",
  path: "/v1/client/approval-rules",
  body: approvalRuleBody,
  status: 201,
  reply: reply(approvalRuleShape),
  errors: approverErrors,
  summary: "Add an approval rule",
  description: "With a total and a budget it asks for orders that exceed both. Either may be null, not both.",
});

export const previewApprovalRule = endpoint({
  ...callDefaults,
  access: "manage_organization",
  method: "POST",
  path: "/v1/client/approval-rules/preview",
  body: approvalRuleBody,
  reply: reply({
    count: describe(z.int(), "Orders of the last 90 days that it would have asked for"),
    total: cents("Their sum"),
    orders: describe(
      z.array(
        z.object({
          id: z.string(),
          order_number: z.string(),
          total: cents("Total of the order"),
          user_name: describe(z.string(), "Buyer"),
          created_at: instant(),
        }),
      ),
      "The newest 100 of them",
    ),
  }),
  errors: approverErrors,
  summary: "Preview an approval rule against the orders of 90 days",
});

export const updateApprovalRule = endpoint({
  ...callDefaults,
  ...writeDefaults,
  method: "PUT",
  path: "/v1/client/approval-rules/{id}",
  params,
  body: approvalRuleChange,
  reply: reply(approvalRuleShape),
  errors: ["APPROVAL_RULE_NOT_FOUND", "OBJECT_OUTDATED", ...approverErrors],
  summary: "Change an approval rule",
  description: "Replaces the whole rule. Requests that were made before keep the rule as it was.",
});

export const deleteApprovalRule = endpoint({
  ...callDefaults,
  ...writeDefaults,
  method: "DELETE",
  path: "/v1/client/approval-rules/{id}",
  params,
  reply: emptyReply,
  errors: ["APPROVAL_RULE_NOT_FOUND"],
  summary: "Delete an approval rule",
});
