import type { BodyOf, ReplyOf } from "../../../worker/contract/endpoint.ts";
import type { Errcode } from "../../../worker/contract/errcodes.ts";
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
  | "payment_method"
  | "shipping_rate_id"
  | "shipping"
  | "previous_shipping"
  | "po_number"
  | "note"
>;
export type CartChange = Omit<BodyOf<typeof updateCart>, "updated_at">;
export type Rate = ReplyOf<typeof listShippingRates>["data"][number];
export type PaymentMethod = ReplyOf<typeof listPaymentMethods>["data"][number] & {
  is_expired: boolean;
  /** Such as "Declined 23 Nov, 20:25"; null if the last payment with this method succeeded, or there was none. */
  declined_text: string | null;
};
export const canBeUsed = ({ is_expired, verification }: PaymentMethod): boolean => !is_expired && !verification;
export type Tax = Pick<ReplyOf<typeof calculateCartTax>, "tax_amount" | "tax_rate" | "tax_lines">;
export type CheckoutLine = {
  id: string;
  name: string;
  quantity: number;
  price: number;
  type: "hardware" | "software";
  subscription_term: "month" | "year" | null;
  /** Renewal day of a plan bought today, such as "22 Nov 2027"; null for a one-time purchase. */
  renews_on: string | null;
  /**
   * ISO days on which the line ships at the latest if the cart is paid now: by card, and from a bank account. Null if
   * unknown, and for software.
   */
  ships_by: string | null;
  ships_by_bank: string | null;
};

export type CheckoutProps = {
  cart: Cart;
  lines: CheckoutLine[];
  addresses: Address[];
  rates: Rate[];
  payment_methods: PaymentMethod[];
  /** True if the payment provider did not answer: nothing can be paid, but addresses and shipping can be chosen. */
  is_provider_down: boolean;
  /**
   * US cents of the organization's balance at the payment provider, included in the amount due: negative is credit,
   * positive is debt.
   */
  balance: number;
  countries: (readonly [code: string, name: string])[];
  /** Preselected choices; null if nothing is left to choose, and while impersonating. */
  proposal: CartChange | null;
  problem: Errcode | null;
  declined_method_id: string | null;
  /** Terms that the buyer accepts by paying; null if the shop has no terms. */
  terms: { version: string; href: string } | null;
  /** Rules by which this cart needs an approval if its total is `asks_from` (US cents) or more. */
  approval_rules: ApprovalRule[];
  /** Null if the organization does not buy on account. */
  account: Account | null;
  /** False while impersonating. */
  can_pay: boolean;
};
/**
 * `days`: payment term. `available`: unused credit in US cents. `is_closed`: no purchase on account, because an invoice
 * is overdue beyond the grace period.
 */
export type Account = { days: number; available: number; is_closed: boolean };

export const isOnAccount = (cart: Cart): boolean => cart.payment_method === "account";

export type ApprovalRule = { asks_from: number; approvers: string[] };

/** Undefined if the order needs no approval, or while the total is unknown. */
export function approversAt(rules: readonly ApprovalRule[], total: number | undefined): string[] | undefined {
  const asking = total === undefined ? [] : rules.filter(({ asks_from }) => total >= asks_from);
  return asking.length === 0 ? undefined : [...new Set(asking.flatMap(({ approvers }) => approvers))];
}

export const needsShipping = (lines: CheckoutLine[]): boolean => lines.some(({ type }) => type === "hardware");

export const isByBank = (cart: Cart, methods: PaymentMethod[]): boolean =>
  methods.some(
    ({ id, type }) => type === "us_bank_account" && id === cart.stripe_payment_method.stripe_payment_method_id,
  );

export const canCalculateTax = (cart: Cart, lines: CheckoutLine[]): boolean =>
  needsShipping(lines)
    ? cart.address.shipping !== null && cart.shipping_rate_id !== null
    : cart.address.billing !== null || cart.address.shipping !== null;

/** All one-time purchases are one charge; each plan is a charge of its own. */
export const groupByCharge = (lines: CheckoutLine[]): { once: CheckoutLine[]; plans: CheckoutLine[] } => ({
  once: lines.filter(({ subscription_term }) => !subscription_term),
  plans: lines.filter(({ subscription_term }) => subscription_term),
});

export const applyChange = (cart: Cart, change: CartChange): Cart => ({
  ...cart,
  address: { ...cart.address, ...completeAddresses(change) },
  ...(change.payment_method
    ? { payment_method: change.payment_method, stripe_payment_method: { stripe_payment_method_id: null } }
    : change.stripe_payment_method && { payment_method: null, stripe_payment_method: change.stripe_payment_method }),
  shipping_rate_id: change.shipping_rate_id === undefined ? cart.shipping_rate_id : change.shipping_rate_id,
  po_number: change.po_number === undefined ? cart.po_number : change.po_number,
  note: change.note === undefined ? cart.note : change.note,
});

function completeAddresses({ address = {} }: CartChange): Partial<Cart["address"]> {
  const addressEntries = Object.entries(address).flatMap(([kind, given]) =>
    given ? [[kind, { ...given, line2: given.line2 ?? null, state: given.state ?? "" }]] : [],
  );
  return Object.fromEntries(addressEntries);
}
