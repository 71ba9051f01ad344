import * as z from "zod/mini";
import { describe, instant, uuid } from "../fields.ts";
import { audience } from "./audience.ts";

export const savedAudienceShape = {
  id: uuid(),
  name: z.string(),
  audience: describe(audience, "All conditions hold; of the values of one, one is enough"),
  audience_names: describe(z.record(z.string(), z.string()), "Names of what the audience names, by ID"),
  created_by: describe(
    z.nullable(z.object({ id: z.string(), first_name: z.string(), last_name: z.string() })),
    "Author; null: no longer a user",
  ),
  created_at: instant(),
  updated_at: instant(),
};
export const savedAudience = z.object(savedAudienceShape);
