import type Stripe from "stripe";

type Decimal = NonNullable<Stripe.Price["unit_amount_decimal"]>;

/** Fields that are returned only on request. */
const includableFields: Record<string, string[]> = {
  "checkout.session": ["line_items"],
  invoice: ["amount_paid_off_stripe"],
  "tax.calculation": ["line_items"],
};

export function hideFields<T extends object>(object: T): T {
  const hiddenFields = includableFields[readKind(object)];
  if (!hiddenFields) return object;
  // as: only optional fields are removed.
  return Object.fromEntries(Object.entries(object).filter(([name]) => !hiddenFields.includes(name))) as T;
}

export function readKind(object: object): string {
  return "object" in object && typeof object.object === "string" ? object.object : "";
}

export function toDecimal(value: number | string): Decimal {
  // as: the SDK's type is the decoded form of this text.
  return String(value) as unknown as Decimal;
}
