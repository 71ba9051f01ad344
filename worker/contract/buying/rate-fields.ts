import * as z from "zod/mini";
import { describe, freeText } from "../fields.ts";
import { freightServices } from "../entities/package.ts";
import { must } from "../issue-messages.ts";
import { chargeMax } from "./charge-limit.ts";
import { isCountry } from "./countries.ts";

const daysMax = 365;

export const rateCountry = () => {
  const schema = z
    .string("Country must be a two-letter ISO 3166 code, or null for all other countries.")
    .check(z.trim(), z.toUpperCase(), z.refine(isCountry, "Country must be an assigned ISO 3166 code of two letters."));
  return z.nullable(describe(schema, "Two-letter ISO 3166 country code; null: every country without its own rate"));
};

export const rateOption = () =>
  freeText(64, "Name of the shipping option, shown to buyers").check(z.minLength(1, "Option is required."));

export const rateService = () =>
  describe(
    z.nullable(z.enum(freightServices, { error: must(`be one of ${freightServices.join(", ")}, or null`) })),
    "Carrier service proposed when an order with this rate ships; null: the one that the option names",
  );

const centsMessage = `Must be a whole number of US cents from 0 to ${chargeMax.toLocaleString("en-US")}.`;
export const rateCents = (description: string) =>
  describe(
    z.int(centsMessage).check(z.gte(0, centsMessage), z.lte(chargeMax, centsMessage)),
    `${description}, in US cents`,
  );

const daysMessage = `Must be a whole number of business days from 0 to ${daysMax}, or null.`;
export const rateDays = (description: string) =>
  describe(
    z.nullable(z.int(daysMessage).check(z.gte(0, daysMessage), z.lte(daysMax, daysMessage))),
    `${description}, null when nobody promises`,
  );

type Days = { days_min?: number | null | undefined; days_max?: number | null | undefined };

export const daysTogetherMessage = "Tell both days, or neither.";
export const daysInOrderMessage = "The latest day must not come before the soonest.";

export const requireBothDays = z.refine<Days>(
  ({ days_min = null, days_max = null }) =>
    (days_min === null) === (days_max === null) && (days_min ?? 0) <= (days_max ?? 0),
  {
    path: ["days_max"],
    error: ({ input }) => {
      const { days_min = null, days_max = null } = input as Days;
      return days_min === null || days_max === null ? daysTogetherMessage : daysInOrderMessage;
    },
  },
);
