import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { auditEntry } from "../../entities/console/audit-entry.ts";
import { day, described, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

export const listAudit = endpoint({
  access: "manage_shop",
  tag: "Admin: audit",
  method: "GET",
  path: "/v1/admin/audit",
  query: z.object({
    action: z.optional(freeText(64, "What was done, by the name of the call")),
    actor_id: z.optional(described(uuid(), "Who did it: by themselves, or as somebody else, or somebody as them")),
    subject_type: z.optional(freeText(64, "What kind of thing it was done to, as user or order")),
    subject_id: z.optional(freeText(64, "What it was done to, by its id")),
    org_id: z.optional(uuid()),
    from: day("First day, in UTC"),
    to: day("Last day, in UTC"),
    ...listQuery(["created_at"]),
  }),
  status: 200,
  reply: listReply(auditEntry),
  errors: [],
  summary: "List everything that was done",
  description:
    "One entry for each act: who, on whose behalf, what, to what, and what is different since. Search looks through the names and addresses of people and organizations, and finds a thing by its exact number.",
});
