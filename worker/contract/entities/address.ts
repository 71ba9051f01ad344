import * as z from "zod/mini";
import { addressRules } from "../buying/address-rules.ts";
import { addressLine, text } from "../fields.ts";

/** Country is ISO 3166 alpha-2 (O-131). */
export const address = () =>
  z.object({
    recipient: z.optional(addressLine(addressRules.recipient, "Recipient, if different from the buyer", 128)),
    company: z.optional(addressLine(addressRules.company, "Company at this address", 128)),
    line1: addressLine(addressRules.line1, "Address line 1", 256),
    line2: z._default(z.nullable(addressLine(addressRules.line2, "Address line 2", 256)), null),
    city: addressLine(addressRules.city, "City", 128),
    state: z._default(addressLine(addressRules.state, "State or region", 64), ""),
    postal_code: addressLine(addressRules.postal_code, "Postal code", 32),
    country: text(addressRules.country, "Two-letter ISO 3166 country code", 2).check(z.toUpperCase()),
  });

export const shownAddress = z.object({
  recipient: z.optional(z.string()),
  company: z.optional(z.string()),
  line1: z.string(),
  line2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
});
