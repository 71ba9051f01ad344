import * as z from "zod/mini";
import { legalKinds } from "../../../../db/enums.ts";
import { described, instant } from "../../fields.ts";

export const legalStates = ["in_force", "scheduled", "former"] as const;

const versionShape = {
  version: z.string(),
  valid_from: instant("From when it is in force, ISO 8601 in UTC"),
  state: described(z.enum(legalStates), "Whether it is in force now, will be, or was"),
  created_at: instant(),
  created_by: described(z.nullable(z.string()), "The name of who published it; null for what a command wrote"),
};
const html = described(z.string(), "The text, of structure and words alone");

/** A version of the license agreement in a list. */
export const licenseVersionShape = {
  ...versionShape,
  agreed_count: described(z.int(), "How many people have agreed to this version"),
};
export const licenseVersion = z.object(licenseVersionShape);
export const licenseTextShape = { ...licenseVersionShape, html };

/** That a person agreed to a version of the license agreement. */
export const licenseConsent = z.object({
  id: z.string(),
  agreed_at: instant(),
  user: z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() }),
  organization: z.object({ id: z.string(), name: z.string() }),
});

/** A version of one of the shop's texts in a list. */
export const legalVersionShape = { kind: z.enum(legalKinds), ...versionShape, title: z.string() };
export const legalVersion = z.object(legalVersionShape);
export const legalTextShape = { ...legalVersionShape, html };
