import * as z from "zod/mini";
import { activityActions } from "../people/activity-sentences.ts";
import { described, instant } from "../fields.ts";

const who = z.object({ id: z.nullable(z.string()), name: z.string() });

/** Something that somebody did in an organization. */
export const activity = z.object({
  id: z.string(),
  created_at: instant(),
  action: z.enum(activityActions),
  text: described(z.string(), "What happened, in one sentence without its actor"),
  actor: described(who, 'Who did it; people of the shop without an id: "Dana from CGX"'),
  on_behalf_of: described(z.nullable(who), "The person as whom support acted; null when nobody did"),
  subject: described(
    z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) }),
    "What it was done to; the name is null when it has none, or is gone",
  ),
});
