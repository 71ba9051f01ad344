import * as z from "zod/mini";
import { described, instant } from "../../fields.ts";

const person = z.object({ id: z.string(), name: z.string(), email: z.string() });

/** One act that the audit log tells of. */
export const auditEntry = z.object({
  id: z.string(),
  created_at: instant(),
  action: z.string(),
  text: described(z.string(), "What happened, in one sentence without its actor"),
  actor: described(
    z.object({
      kind: described(z.enum(["user", "visitor", "system"]), "A person, somebody who was not signed in, or a job"),
      id: described(z.nullable(z.string()), "Id of the person, null for visitors and jobs"),
      name: z.string(),
      email: described(z.nullable(z.string()), "E-mail address of the person, null for visitors and jobs"),
    }),
    "Who did it: of an impersonation the administrator",
  ),
  on_behalf_of: described(z.nullable(person), "The person as whom the administrator acted; null when nobody did"),
  subject: described(
    z.object({
      type: described(z.string(), "What kind of thing it is, as user or order"),
      id: z.string(),
      name: described(z.nullable(z.string()), "What people call it; null when it has no name, or is gone"),
    }),
    "What it was done to",
  ),
  org: described(
    z.nullable(z.object({ id: z.string(), name: z.string() })),
    "The organization that it belongs to, null when it belongs to none",
  ),
  changes: described(
    z.array(
      z.object({
        field: described(z.string(), "What changed, by its name in the database"),
        before: described(z.unknown(), "What it was before, null for nothing; long texts are cut"),
        after: described(z.unknown(), "What it is since then, null for nothing; long texts are cut"),
      }),
    ),
    "The difference between before and after, field by field; never a secret",
  ),
  details: described(z.nullable(z.record(z.string(), z.unknown())), "What else was noted, as the reason or an amount"),
});
export type AuditEntry = z.output<typeof auditEntry>;
