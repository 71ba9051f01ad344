import * as z from "zod/mini";
import { paymentMethodTypes } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";

const last4 = z.string().check(z.length(4, "Expected last 4 digits"));
const brands = ["amex", "diners", "discover", "eftpos_au", "jcb", "mastercard", "unionpay", "visa", "unknown"] as const;

/** Exactly one of card and us_bank_account is present. */
export const paymentMethod = z.object({
  id: z.string(),
  customer: z.string(),
  type: z.enum(paymentMethodTypes),
  card: z.optional(
    z.object({
      brand: z.enum(brands),
      country: z.nullable(z.string()),
      exp_month: describe(z.int(), "Expiry month of the card, 1 to 12"),
      exp_year: describe(z.int(), "Expiry year of the card, four digits"),
      last4,
      funding: z.enum(["credit", "debit", "prepaid", "unknown"]),
    }),
  ),
  us_bank_account: z.optional(
    z.object({
      account_holder_type: z.nullable(z.enum(["company", "individual"])),
      account_type: z.nullable(z.enum(["checking", "savings"])),
      bank_name: z.nullable(z.string()),
      last4,
    }),
  ),
  last_paid_at: describe(z.nullable(instant()), "Last checkout that was paid with it; null: none"),
  declined_at: describe(
    z.nullable(instant()),
    "Last checkout that was declined, if none was paid with it since; null: none",
  ),
  verification: z.optional(
    describe(
      z.object({
        url: describe(z.string(), "Page of the payment provider on which the deposit is confirmed"),
        arrives_at: instant("Arrival of the deposit on the account, ISO 8601 in UTC"),
      }),
      "Only for a bank account that awaits verification, which cannot pay yet",
    ),
  ),
});
