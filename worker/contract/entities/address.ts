import * as z from "zod/mini";
import { freeText, text } from "../fields.ts";

const country = () =>
  z
    .string({ error: "Country is required." })
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, "Country must be an ISO 3166 code of two letters."));
const line = (name: string, max: number) =>
  text(
    [
      { code: "too_small", message: `${name} is required.`, test: (value) => value !== "" },
      {
        code: "too_big",
        message: `${name} must be at most ${max} characters.`,
        test: (value) => value.length <= max,
      },
    ],
    name,
    max,
  );

/** Address (product.md section 3); country is ISO 3166 alpha-2 (O-131). */
export const address = () =>
  z.object({
    line1: line("Address line 1", 256),
    line2: z._default(z.nullable(freeText(256, "Address line 2")), null),
    city: line("City", 128),
    state: z._default(freeText(64, "State or region"), ""),
    postal_code: line("Postal code", 32),
    country: country(),
  });

export const shownAddress = z.object({
  line1: z.string(),
  line2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
});
