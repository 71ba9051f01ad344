import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { auditEntry } from "../../entities/audit-entry.ts";
import { day, described, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

export const listAudit = endpoint({
  access: "audit:read",
  tag: "Admin: audit",
  method: "GET",
  path: "/v1/admin/audit",
  query: z.object({
    action: z.optional(freeText(64, "Operation ID of the recorded call")),
    actor_id: z.optional(described(uuid(), "User who acted, was impersonated or impersonated another user")),
    subject_type: z.optional(freeText(64, "Type of the affected record, such as user or order")),
    subject_id: z.optional(freeText(64, "ID of the affected record")),
    org_id: z.optional(uuid()),
    from: day("First day, in UTC"),
    to: day("Last day, in UTC"),
    ...listQuery(["created_at"]),
  }),
  status: 200,
  reply: listReply(auditEntry),
  errors: [],
  summary: "List the audit log",
  description:
    "One entry per action with actor, impersonated user, affected record and changes. Search covers names and email addresses of users and organizations, and exact record numbers.",
});
