import { z } from "zod";

/** Preferences and features of the account, changed by `PATCH /net-suite/account`. A restart resets them. */
export const preferencesSchema = z.strictObject({
  /** Some accounts' SuiteQL returns ids and amounts as numbers. */
  has_numeric_values: z.boolean().default(false),
  /** Without Advanced Shipping a fulfilment makes its invoice by itself. */
  has_advanced_shipping: z.boolean().default(true),
  /** Preference "Invoice in Advance of Fulfillment". */
  can_invoice_in_advance: z.boolean().default(true),
});
export type Preferences = z.output<typeof preferencesSchema>;
export const preferencesChange = z.strictObject({
  has_numeric_values: z.boolean().optional(),
  has_advanced_shipping: z.boolean().optional(),
  can_invoice_in_advance: z.boolean().optional(),
});
