import type { BodyOf, ReplyOf } from "../../../worker/contract/endpoint.ts";
import type { Errcode } from "../../../worker/contract/errors.ts";
import type { listPaymentMethods } from "../../../worker/contract/v1/client/billing.ts";
import type {
  getCart,
  calculateCartTax,
  listShippingRates,
  updateCart,
} from "../../../worker/contract/v1/store/cart.ts";
import type { Address } from "../../lib/address.ts";

export type Cart = Pick<
  ReplyOf<typeof getCart>,
  | "cart_no"
  | "updated_at"
  | "products"
  | "address"
  | "stripe_payment_method"
  | "shipping_rate_id"
  | "shipping"
  | "previous_shipping"
  | "po_number"
  | "note"
>;
export type CartChange = BodyOf<typeof updateCart>;
export type Rate = ReplyOf<typeof listShippingRates>["data"][number];
export type PaymentMethod = ReplyOf<typeof listPaymentMethods>["data"][number] & { is_expired: boolean };
/** Whether something can be paid with it now. */
export const canBeUsed = ({ is_expired, verification }: PaymentMethod): boolean => !is_expired && !verification;
export type Tax = Pick<ReplyOf<typeof calculateCartTax>, "tax_amount" | "tax_rate" | "tax_lines">;
export type CheckoutLine = {
  id: string;
  name: string;
  quantity: number;
  price: number;
  type: "hardware" | "software";
  subscription_term: "month" | "year" | null;
  /** "22 Nov 2027": when a plan that is bought today is paid again. */
  renews_on: string | null;
};

export type CheckoutProps = {
  cart: Cart;
  lines: CheckoutLine[];
  /** The organization's address book. */
  addresses: Address[];
  /** For the country of the cart's shipping address. */
  rates: Rate[];
  payment_methods: PaymentMethod[];
  /** What this purchase takes of the organization's balance at the provider, in US cents: below zero credit, above it what is owed. */
  balance: number;
  countries: (readonly [code: string, name: string])[];
  /** What is chosen for the buyer when the page opens; null when everything is chosen already. */
  proposal: CartChange | null;
  /** The errcode of the try before this one. */
  problem: Errcode | null;
  /** The payment method of the newest try, when it was declined. */
  declined_method_id: string | null;
  /** The terms of sale that paying accepts; null when the shop has none. */
  terms: { version: string; href: string } | null;
  /** When the page was made, as 2026-11-22 in UTC: days of delivery are counted from it. */
  today: string;
  /** False while an administrator acts as somebody. */
  can_pay: boolean;
};

export const needsShipping = (lines: CheckoutLine[]): boolean => lines.some(({ type }) => type === "hardware");

/** Whether the cart says enough for its tax to be calculated. */
export const canTax = (cart: Cart, lines: CheckoutLine[]): boolean =>
  needsShipping(lines)
    ? cart.address.shipping !== null && cart.shipping_rate_id !== null
    : cart.address.billing !== null || cart.address.shipping !== null;

/** What is bought once and what is bought again and again are charged apart. */
export const chargesOf = (lines: CheckoutLine[]): { once: CheckoutLine[]; plans: CheckoutLine[] } => ({
  once: lines.filter(({ subscription_term }) => !subscription_term),
  plans: lines.filter(({ subscription_term }) => subscription_term),
});

/** The cart as it will be once a change is saved. */
export const withChange = (cart: Cart, change: CartChange): Cart => ({
  ...cart,
  address: { ...cart.address, ...shownAddresses(change) },
  stripe_payment_method: change.stripe_payment_method ?? cart.stripe_payment_method,
  shipping_rate_id: change.shipping_rate_id === undefined ? cart.shipping_rate_id : change.shipping_rate_id,
  po_number: change.po_number === undefined ? cart.po_number : change.po_number,
  note: change.note === undefined ? cart.note : change.note,
});

function shownAddresses({ address = {} }: CartChange): Partial<Cart["address"]> {
  const whole = Object.entries(address).flatMap(([kind, given]) =>
    given ? [[kind, { ...given, line2: given.line2 ?? null, state: given.state ?? "" }]] : [],
  );
  return Object.fromEntries(whole);
}
