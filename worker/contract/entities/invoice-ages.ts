/** Days since the invoice's date, or, among receivables, since its due date; `current`: not one yet. */
export const invoiceAges = ["current", "days_1_30", "days_31_60", "days_61_90", "days_over_90"] as const;
export type InvoiceAge = (typeof invoiceAges)[number];
