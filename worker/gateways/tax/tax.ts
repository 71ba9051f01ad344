/** Money in US cents, instants as ISO 8601 texts, in this whole file. */
export type PostalAddress = {
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
};
/** `tax_code` is a code of the provider; null for the default of its settings. */
export type TaxLine = { reference: string; amount: number; quantity: number; tax_code: string | null };
export type TaxExemption = "none" | "exempt" | "reverse";
export type TaxInput = { address: PostalAddress; lines: TaxLine[]; shipping: number; exemption: TaxExemption };
export type Tax = {
  id: string;
  tax: number;
  lines: Record<string, number>;
  shipping_tax: number;
  expires_at: string;
};

/** `todo`: missing setup at the provider, for the shop's owner. */
export type TaxOutcome =
  | { outcome: "done"; value: Tax }
  | { outcome: "location-invalid" }
  | { outcome: "failed"; todo?: string };
/** Reversed part of the line with this reference, or of shipping if null; `amount` without tax. */
export type ReversedLine = { reference: string | null; quantity: number; amount: number; tax: number };
/** expired: the calculation is too old to report. refused: permanently. */
export type TaxReportOutcome =
  | { outcome: "done"; id: string }
  | { outcome: "expired" }
  | { outcome: "refused"; reason: string };
