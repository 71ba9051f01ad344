import * as z from "zod/mini";
import { isCountry } from "../buying/countries.ts";
import { describe } from "../fields.ts";

const productWeightMax = 1_000_000;
const customsValueMax = 99_999_999;

const weightMessage = `A weight is whole grams from 1 to ${productWeightMax.toLocaleString("en-US")}.`;
const valueMessage = `A customs value is whole cents from 1 to ${customsValueMax.toLocaleString("en-US")}.`;

export const leadDaysMax = 365;
const leadMessage = `A lead time is whole working days from 0 to ${leadDaysMax}.`;

/** Weight and customs data are of one piece. */
export const productShipping = z.object({
  lead_days: z.nullable(
    describe(
      z.int(leadMessage).check(z.gte(0, leadMessage), z.lte(leadDaysMax, leadMessage)),
      "Working days from payment until it ships; null: not known, or nothing ships",
    ),
  ),
  weight_grams: z.nullable(
    describe(
      z.int(weightMessage).check(z.gte(1, weightMessage), z.lte(productWeightMax, weightMessage)),
      "Weight of one piece with its box, in grams; null: unknown",
    ),
  ),
  country_of_origin: z.nullable(
    describe(
      z.string().check(
        z.trim(),
        z.toUpperCase(),
        z.refine(
          (code) => code === "" || isCountry(code),
          "Country of origin must be an assigned ISO 3166 code of two letters.",
        ),
      ),
      "Two-letter ISO 3166 code of the country where it is made; null: unknown",
    ),
  ),
  hs_code: z.nullable(
    describe(
      z.string().check(
        z.overwrite((text) => text.replaceAll(/[\s.]/g, "")),
        z.regex(/^(\d{6}|\d{8}|\d{10})?$/, "An HS code has 6, 8 or 10 digits, such as 9027.30. Dots are allowed."),
      ),
      "Code of the Harmonized System, 6, 8 or 10 digits; dots are dropped; null: unknown",
    ),
  ),
  customs_value: z.nullable(
    describe(
      z.int(valueMessage).check(z.gte(1, valueMessage), z.lte(customsValueMax, valueMessage)),
      "Value of one piece for customs in US cents; null: the price that was paid",
    ),
  ),
});
