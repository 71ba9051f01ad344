import { z } from "zod";

const preferenceShape = {
  /** Whether SuiteQL returns ids and amounts, and the record service ids, as numbers, as in some accounts. */
  has_numeric_values: z.boolean(),
  /** Without Advanced Shipping a fulfillment creates its invoice itself. */
  has_advanced_shipping: z.boolean(),
  /** NetSuite's preference "Invoice in Advance of Fulfillment". */
  can_invoice_in_advance: z.boolean(),
  /**
   * Tax on goods of taxable customers. `taxDetailsOverride` of a record turns SuiteTax off; no field of a record does
   * that for legacy tax.
   */
  tax: z.enum(["none", "legacy", "suite_tax"]),
  /** With Advanced Bin / Numbered Inventory, only the inventory detail contains serial numbers. */
  has_inventory_detail: z.boolean(),
  /** Record types that the role may neither read nor write by REST. */
  denied: z.array(z.string()),
  /** Tables that SuiteQL hides from the role. */
  hidden: z.array(z.string()),
  can_delete: z.boolean(),
  /** Last day of the closed accounting periods; null if none is closed. */
  closed_until: z.nullable(z.iso.date()),
};
export const preferencesChangeSchema = z.strictObject(preferenceShape).partial();
export type Preferences = z.output<z.ZodObject<typeof preferenceShape>>;

/** Initial preferences; `PATCH /net-suite/account` changes them, a restart resets them. */
export const createPreferences = (): Preferences => ({
  has_numeric_values: false,
  has_advanced_shipping: true,
  can_invoice_in_advance: true,
  tax: "none",
  has_inventory_detail: false,
  denied: [],
  hidden: [],
  can_delete: true,
  closed_until: null,
});
