/** What a payment provider is asked of taxes, and answers. Money in US cents, instants ISO. */
export type PostalAddress = {
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  postal_code: string;
  country: string;
};
/** `tax_code` is the provider's own; null for what its settings say. */
export type TaxLine = { reference: string; amount: number; quantity: number; tax_code: string | null };
export type TaxExemption = "none" | "exempt" | "reverse";
export type TaxInput = { address: PostalAddress; lines: TaxLine[]; shipping: number; exemption: TaxExemption };
export type Tax = {
  id: string;
  tax: number;
  lines: Record<string, number>;
  shipping_tax: number;
  /** The provider stands by it until then. */
  expires_at: string;
};

/** `todo`: what the shop's owner must do at the provider first. */
export type TaxAnswer =
  | { outcome: "done"; value: Tax }
  | { outcome: "location-invalid" }
  | { outcome: "failed"; todo?: string };
/** What goes back of a line that was sold under this reference, or of the shipping; `amount` without tax. */
export type ReversedLine = { reference: string | null; quantity: number; amount: number; tax: number };
/** expired: the calculation is too old to be reported from. refused: it never will be taken. */
export type TaxReported =
  | { outcome: "done"; id: string }
  | { outcome: "expired" }
  | { outcome: "refused"; reason: string };
