const brands: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** Card brand or bank, and the last four digits. */
export type NamedMethod = { type: "card" | "us_bank_account"; name?: string | null | undefined; last4: string };

/** "Visa ending in 4242", "Chase ending in 6789". */
export function methodName({ type, name, last4 }: NamedMethod): string {
  const called = type === "card" ? (brands[name ?? ""] ?? "Card") : name || "US bank account";
  return `${called} ending in ${last4}`;
}
