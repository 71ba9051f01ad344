import * as z from "zod/mini";
import { described, instant, serial } from "../fields.ts";

export const deviceShape = {
  id: z.string(),
  org_id: z.string(),
  serial: described(z.string(), "Registered serial number"),
  product_id: z.string(),
  is_verified: described(
    z.boolean(),
    "Whether it was shipped to the organization, its serial number is known to have been made, or an administrator confirmed it",
  ),
  is_deleted: described(z.boolean(), "Whether it was removed; lists exclude removed devices"),
  created_at: instant(),
  updated_at: instant(),
  product: z.object({
    id: z.string(),
    name: z.string(),
    sku: z.nullable(z.string()),
    main_image: z.nullable(z.string()),
    short_description: z.nullable(z.string()),
  }),
  newest_build: described(
    z.nullable(z.object({ title: z.string(), version: z.string(), published_at: instant() })),
    "Newest published build of its software; null: none",
  ),
};
export const device = z.object(deviceShape);

/** Limits of unconfirmed claims per organization: within 24 hours, and in total. */
export const claimsPerDay = 20;
export const claimsMax = 200;

/** Per request. */
export const serialsMax = 100;

type Serials = { serial_number?: string | undefined; serial?: string | undefined };
const missing = "CGX Serial number is required.";
export const givenSerial = () => serial().check(z.minLength(1, missing));

/** Either name is accepted (O-126); `needsSerial` requires one. */
export const serialFields = () => ({
  serial_number: z.optional(givenSerial()),
  serial: described(z.optional(givenSerial()), "Alias of serial_number"),
});
export const needsSerial = z.refine<Serials>((body) => serialOf(body) !== "", {
  error: missing,
  path: ["serial_number"],
});
export const serialOf = ({ serial_number, serial: other }: Serials): string => serial_number ?? other ?? "";
