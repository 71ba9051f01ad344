import * as z from "zod/mini";
import { legalKinds } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";

export const legalStates = ["in_force", "scheduled", "former"] as const;

const versionShape = {
  version: z.string(),
  valid_from: instant("Start of validity, ISO 8601 in UTC"),
  state: describe(z.enum(legalStates), "Whether it is current, scheduled or past"),
  created_at: instant(),
  created_by: describe(z.nullable(z.string()), "Name of the publisher; null: published by a command"),
};
const html = describe(z.string(), "HTML reduced to structure and text");

export const licenseVersionShape = {
  ...versionShape,
  agreed_count: describe(z.int(), "Number of users who agreed to this version"),
};
export const licenseVersion = z.object(licenseVersionShape);
export const licenseTextShape = { ...licenseVersionShape, html };

export const licenseConsent = z.object({
  id: z.string(),
  agreed_at: instant(),
  user: z.object({ id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() }),
  organization: z.object({ id: z.string(), name: z.string() }),
});

export const legalVersionShape = { kind: z.enum(legalKinds), ...versionShape, title: z.string() };
export const legalVersion = z.object(legalVersionShape);
export const legalTextShape = { ...legalVersionShape, html };
