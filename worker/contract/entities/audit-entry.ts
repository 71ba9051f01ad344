import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";

const userRef = z.object({ id: z.string(), name: z.string(), email: z.string() });

export const auditEntry = z.object({
  id: z.string(),
  created_at: instant(),
  action: z.string(),
  text: describe(z.string(), "One sentence without the actor"),
  actor: describe(
    z.object({
      kind: describe(z.enum(["user", "visitor", "system"]), "A user, an anonymous visitor or a job"),
      id: describe(z.nullable(z.string()), "User ID; null: visitor or job"),
      name: z.string(),
      email: describe(z.nullable(z.string()), "Email address of the user; null: visitor or job"),
    }),
    "Actor; during impersonation the administrator",
  ),
  on_behalf_of: describe(z.nullable(userRef), "User that the administrator impersonated; null: no impersonation"),
  started_by: describe(z.nullable(userRef), "User who started the sync that acted; null: scheduled, or no sync"),
  subject: describe(
    z.object({
      type: describe(z.string(), "Type of the record, such as user or order"),
      id: z.string(),
      name: describe(z.nullable(z.string()), "Display name; null: it has none or was deleted"),
    }),
    "Affected record",
  ),
  org: describe(
    z.nullable(z.object({ id: z.string(), name: z.string() })),
    "Organization that it belongs to; null: none",
  ),
  changes: describe(
    z.array(
      z.object({
        field: describe(z.string(), "Column name of the changed field"),
        before: describe(z.unknown(), "Previous value; null: none; long texts are cut"),
        after: describe(z.unknown(), "New value; null: none; long texts are cut"),
      }),
    ),
    "Changed fields, without secrets",
  ),
  names: describe(z.record(z.string(), z.string()), "Names of the records that changed fields mention, by ID"),
  details: describe(z.nullable(z.record(z.string(), z.unknown())), "Further details, such as the reason or an amount"),
});
export type AuditEntry = z.output<typeof auditEntry>;
