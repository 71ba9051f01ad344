import * as z from "zod/mini";
import { securityEventKinds } from "../../../db/enums.ts";
import { described, instant } from "../fields.ts";

export const securityEvent = z.object({
  id: z.string(),
  kind: described(z.enum(securityEventKinds), "reported: somebody pressed This was not me in a mail"),
  created_at: instant(),
  country: described(z.nullable(z.string()), "Country of the network, two letters (ISO 3166-1); null: unknown"),
  city: z.nullable(z.string()),
  user_agent: described(z.nullable(z.string()), "User agent of the browser or app"),
  is_new_browser: described(z.boolean(), "Whether the account had not signed in with this browser before"),
  is_new_country: described(z.boolean(), "Whether the account had not signed in from this country before"),
  old_email: described(z.nullable(z.string()), "Address before a change of it; null for other events"),
  new_email: described(z.nullable(z.string()), "Address after a change of it; null for other events"),
  reported_at: described(z.nullable(instant()), "When the user said that it was not them; null: never"),
});
