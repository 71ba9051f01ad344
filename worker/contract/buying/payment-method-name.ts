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

/** `name` is the card's brand or the bank; an order on account has no name. */
export type NamedMethod = {
  type: "card" | "us_bank_account" | "account";
  name?: string | null | undefined;
  last4: string;
};

/** Name of a payment method on screens and in mails: "Visa ending in 4242". */
export const methodName = (method: NamedMethod): string =>
  method.type === "account" ? "On account" : `${kindName(method)} ending in ${method.last4}`;

/** Short name, spelled as on cards, for places beside other facts: "Visa ···· 4242". */
export const shortMethodName = (method: NamedMethod): string =>
  method.type === "account" ? "On account" : `${kindName(method)} ···· ${method.last4}`;

/** Within a sentence: "Visa ··4242". */
export const briefMethodName = (method: NamedMethod): string =>
  method.type === "account" ? "on account" : `${kindName(method)} ··${method.last4}`;

const kindName = ({ type, name }: NamedMethod): string =>
  type === "card" ? (brands[name ?? ""] ?? "Card") : name || "US bank account";
