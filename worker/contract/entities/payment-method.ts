import * as z from "zod/mini";
import { paymentMethodTypes } from "../../../db/enums.ts";
import { described, instant } from "../fields.ts";

const last4 = z.string().check(z.length(4, "Expected last 4 digits"));
const brands = ["amex", "diners", "discover", "eftpos_au", "jcb", "mastercard", "unionpay", "visa", "unknown"] as const;

/** Exactly one of card and us_bank_account stands. */
export const paymentMethod = z.object({
  id: z.string(),
  customer: z.string(),
  type: z.enum(paymentMethodTypes),
  card: z.optional(
    z.object({
      brand: z.enum(brands),
      country: z.nullable(z.string()),
      exp_month: described(z.int(), "Last month of the card, 1 to 12"),
      exp_year: described(z.int(), "Year of that month, four digits"),
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
  verification: z.optional(
    described(
      z.object({
        url: described(z.string(), "The provider's page on which the deposit is named"),
        arrives_at: instant("When the deposit is on the account, ISO 8601 in UTC"),
      }),
      "Only on a bank account that waits for its verification; nothing can be paid with it before",
    ),
  ),
});
