import { z } from "zod";

/** Preferences and features of the account, changed by `PATCH /net-suite/account`. A restart resets them. */
export const preferencesSchema = z.strictObject({
  /** Some accounts' SuiteQL returns ids and amounts as numbers. */
  has_numeric_values: z.boolean().default(false),
});
export type Preferences = z.output<typeof preferencesSchema>;
export const preferencesChange = preferencesSchema.partial();
