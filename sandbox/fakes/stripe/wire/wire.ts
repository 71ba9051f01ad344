import type Stripe from "stripe";

type Decimal = NonNullable<Stripe.Price["unit_amount_decimal"]>;

/** Fields that are part of an object but only shown on request. */
const includable: Record<string, string[]> = {
  "checkout.session": ["line_items"],
  invoice: ["amount_paid_off_stripe"],
  "tax.calculation": ["line_items"],
};

/** The object as the provider shows it unasked. */
export function toWire<T extends object>(object: T): T {
  const hidden = includable[kindOf(object)];
  if (!hidden) return object;
  // Only optional fields are left out.
  return Object.fromEntries(Object.entries(object).filter(([name]) => !hidden.includes(name))) as T;
}

export function kindOf(object: object): string {
  return "object" in object && typeof object.object === "string" ? object.object : "";
}

/** A decimal number as it is on the wire. */
export function decimal(value: number | string): Decimal {
  // The SDK declares what it decodes the text to.
  return String(value) as unknown as Decimal;
}
