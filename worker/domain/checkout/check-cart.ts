import { BadRequest, notFound, unprocessable } from "../../contract/errors.ts";
import { requirePrice } from "../catalog/index.ts";
import type { CheckoutFacts, CheckoutItem } from "./read-checkout.ts";

/** The checks of a checkout that need nobody else, in the order of decision O-096. */
export function requireCurrent(facts: CheckoutFacts | undefined, updatedAt: string): asserts facts is CheckoutFacts {
  if (!facts) throw notFound("CART_NOT_FOUND");
  if (facts.cart.is_complete) throw unprocessable("ORDER_ALREADY_PAID");
  if (facts.cart.updated_at !== updatedAt) throw unprocessable("CART_OUTDATED");
}

export function requireItems(facts: CheckoutFacts): void {
  if (facts.items.length === 0) throw unprocessable("NO_PRODUCTS_IN_CART");
  if (facts.items.some((item) => !item.is_sold)) throw notFound("PRODUCT_NOT_FOUND");
  for (const item of facts.items) requirePrice(item);
  for (const item of facts.items.filter(isSubscription)) {
    if (item.quantity !== 1) throw unprocessable("INVALID_SUBSCRIPTION_QTY");
    if (item.has_subscription) throw unprocessable("DUPLICATE_ORG_SUBSCRIPTION");
  }
}

export const isSubscription = (item: CheckoutItem): boolean => item.subscription_term !== null;

/** What is charged at once, as one order. */
export const boughtOnce = (facts: CheckoutFacts): CheckoutItem[] => facts.items.filter((item) => !isSubscription(item));

export const needsShipping = (facts: CheckoutFacts): boolean => facts.items.some((item) => item.type === "hardware");

/** Throws a 400 issue at address.billing (O-095). */
export function requireBillingAddress(facts: CheckoutFacts): NonNullable<CheckoutFacts["cart"]["address"]["billing"]> {
  const { billing } = facts.cart.address;
  if (!billing)
    throw new BadRequest([{ code: "custom", path: ["address", "billing"], message: "Billing address is required." }]);
  return billing;
}

/** Throws SHIPPING_ADDRESS_NOT_FOUND, SHIPPING_RATE_NOT_FOUND; a rate must fit the country of the address. */
export function requireShipping(facts: CheckoutFacts): void {
  if (!needsShipping(facts)) return;
  const { shipping } = facts.cart.address;
  if (!shipping?.country) throw notFound("SHIPPING_ADDRESS_NOT_FOUND");
  if (!facts.rate) throw notFound("SHIPPING_RATE_NOT_FOUND");
}
