import * as z from "zod/mini";
import { activityActions } from "../people/activity-sentences.ts";
import { describe, instant } from "../fields.ts";

const actorSchema = z.object({ id: z.nullable(z.string()), name: z.string() });

export const activity = z.object({
  id: z.string(),
  created_at: instant(),
  action: z.enum(activityActions),
  text: describe(z.string(), "One sentence without the actor"),
  actor: describe(actorSchema, 'Actor; employees of the shop have no ID: "Dana from CGX"'),
  on_behalf_of: describe(z.nullable(actorSchema), "User that support impersonated; null: no impersonation"),
  subject: describe(
    z.object({
      type: z.string(),
      id: z.string(),
      name: z.nullable(z.string()),
      is_removed: z.optional(describe(z.boolean(), "Given for devices: whether it was removed since")),
    }),
    "Affected record; its name is null if it has none or was deleted",
  ),
});
