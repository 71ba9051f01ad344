import type Stripe from "stripe";

type Decimal = NonNullable<Stripe.Price["unit_amount_decimal"]>;

/** Returned only on request. */
const includable: Record<string, string[]> = {
  "checkout.session": ["line_items"],
  invoice: ["amount_paid_off_stripe"],
  "tax.calculation": ["line_items"],
};

export function toWire<T extends object>(object: T): T {
  const hidden = includable[kindOf(object)];
  if (!hidden) return object;
  // as: only optional fields are removed
  return Object.fromEntries(Object.entries(object).filter(([name]) => !hidden.includes(name))) as T;
}

export function kindOf(object: object): string {
  return "object" in object && typeof object.object === "string" ? object.object : "";
}

export function decimal(value: number | string): Decimal {
  // as: the SDK's type is its decoded form
  return String(value) as unknown as Decimal;
}
