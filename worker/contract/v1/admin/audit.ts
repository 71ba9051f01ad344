import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { auditCheck } from "../../entities/audit-check.ts";
import { auditEntry } from "../../entities/audit-entry.ts";
import { day, describe, freeText, uuid } from "../../fields.ts";
import { auditGroups } from "../../people/audit-labels.ts";
import { listQuery, listReply } from "../../paging.ts";

export const listAudit = endpoint({
  access: "audit:read",
  tag: "Admin: audit",
  method: "GET",
  path: "/v1/admin/audit",
  query: z.object({
    action: z.optional(freeText(64, "Operation ID of the recorded call")),
    group: z.optional(describe(z.enum(auditGroups), "What the action is about")),
    actor_id: z.optional(describe(uuid(), "User who acted, was impersonated or impersonated another user")),
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
    "One entry per action with actor, impersonated user, affected record and changes. Search covers names and email addresses of users and organizations, words of actions, and exact record numbers.",
});

export const getAuditCheck = endpoint({
  access: "audit:read",
  tag: "Admin: audit",
  method: "GET",
  path: "/v1/admin/audit/check",
  status: 200,
  reply: z.object({
    success: z.literal(true),
    check: describe(z.nullable(auditCheck), "The receipt; null: never verified here"),
  }),
  errors: [],
  summary: "Get the receipt of the last check of the audit log",
  description: "What the last check found, with the head and the anchors that it compared; null before the first.",
});

export const verifyAudit = endpoint({
  access: "audit:act",
  tag: "Admin: audit",
  method: "POST",
  path: "/v1/admin/audit/check",
  status: 200,
  reply: z.object({ success: z.literal(true), check: describe(auditCheck, "The receipt") }),
  errors: [],
  summary: "Verify the audit log",
  description:
    "Computes the hash of every entry, and compares chain, head and the anchors outside the database. The result is an entry of the log.",
});
