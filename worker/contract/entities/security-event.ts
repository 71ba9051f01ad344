import * as z from "zod/mini";
import { securityEventKinds } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";

export const securityEvent = z.object({
  id: z.string(),
  kind: describe(z.enum(securityEventKinds), "reported: somebody pressed This was not me in a mail"),
  created_at: instant(),
  country: describe(z.nullable(z.string()), "Country of the network, two letters (ISO 3166-1); null: unknown"),
  city: z.nullable(z.string()),
  user_agent: describe(z.nullable(z.string()), "User agent of the browser or app"),
  is_new_browser: describe(z.boolean(), "Whether the account had not signed in with this browser before"),
  is_new_country: describe(z.boolean(), "Whether the account had not signed in from this country before"),
  old_email: describe(
    z.nullable(z.string()),
    "Address before a change of it; null for other events and for an account that was not set up",
  ),
  new_email: describe(z.nullable(z.string()), "Address after a change of it; null for other events"),
  reported_at: describe(z.nullable(instant()), "When the user said that it was not them; null: never"),
});
