import type { PaidBy } from "../../../../db/schema/shop/carts.ts";
import type { Address } from "../../../../db/schema/people/organizations.ts";
import type { DeliveryDates } from "../../../contract/entities/shipping-rate.ts";
import type { ProviderPaymentMethod } from "../../../gateways/payment-provider.ts";
import type { PostalAddress, Tax } from "../../../gateways/tax/tax.ts";
import { estimateDeliveryDates, slowestLeadDays } from "../../fulfilment/index.ts";
import { shippingPrice, taxAddress, taxByItem, orderTax } from "./cart-tax.ts";
import { type CheckoutFacts, isSubscription, needsShipping, oneTimeItems } from "./read-checkout.ts";

export type PurchaseItem = {
  id: string;
  name: string;
  quantity: number;
  price: number;
  subscription_term: "month" | "year" | null;
  tax_amount: number;
  position: number;
};

/** Everything that a claim writes, as JSON, so that an approval can freeze it. Money in US cents. */
export type Purchase = {
  cart: { id: string; version: number; cart_no: string };
  goods: PurchaseItem[];
  plans: PurchaseItem[];
  shipping: number;
  order_tax: number;
  order_total: number;
  /** Total of the order and the plans. */
  total: number;
  shipping_data: {
    personal_data: { first_name: string; last_name: string; phone: string | null; email: string };
    address: Address | null;
    packages: never[];
    method: string | null;
  };
  shipping_rate_id: string | null;
  delivery: { lead_days: number | null; days_min: number | null; days_max: number | null; is_bank_debit: boolean };
  /** Null if software is ordered through the API by an organization without any address. */
  tax_calculation_id: string | null;
  tax_address: PostalAddress | null;
  price_level_name: string;
  po_number: string | null;
  note: string | null;
  terms_version: string | null;
  /** The accepted quote that fixes the prices. */
  quote_id: string | null;
  payment: { method_id: string; customer_id: string; paid_by: PaidBy };
};

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

/** The purchase at current or quoted prices; no amount comes from the client (T10). */
export function toPurchase(facts: CheckoutFacts, tax: Tax, payment: Purchase["payment"]): Purchase {
  const taxes = taxByItem(facts.items, tax);
  const toItem = (item: CheckoutFacts["items"][number], position: number) => ({
    id: item.id,
    name: item.name,
    quantity: item.quantity,
    price: item.price ?? 0,
    subscription_term: item.subscription_term,
    position,
    tax_amount: taxes.get(item) ?? 0,
  });
  const goods = oneTimeItems(facts).map(toItem);
  const plans = facts.items.filter(isSubscription).map(toItem);
  const shipping = shippingPrice(facts);
  const order_tax = orderTax(facts, tax);
  const order_total = sum(goods.map((item) => item.price * item.quantity)) + shipping + order_tax;
  const { buyer, cart } = facts;
  return {
    cart: { id: cart.id, version: cart.version, cart_no: cart.cart_no },
    goods,
    plans,
    shipping,
    order_tax,
    order_total,
    total: order_total + sum(plans.map(({ price, tax_amount }) => price + tax_amount)),
    shipping_data: {
      personal_data: {
        first_name: buyer.first_name,
        last_name: buyer.last_name,
        phone: buyer.phone,
        email: buyer.email,
      },
      // the cart of an order of software may still hold the address of a device that left it
      address: needsShipping(facts) ? cart.address.shipping : null,
      packages: [],
      method: facts.shipping?.option ?? null,
    },
    shipping_rate_id: facts.shipping?.id ?? null,
    delivery: {
      lead_days: slowestLeadDays(facts.items),
      days_min: facts.shipping?.days_min ?? null,
      days_max: facts.shipping?.days_max ?? null,
      is_bank_debit: payment.paid_by.type === "us_bank_account",
    },
    tax_calculation_id: tax.id,
    tax_address: taxAddress(facts),
    price_level_name: facts.items[0]?.price_level_name ?? "",
    po_number: cart.po_number,
    note: cart.note,
    terms_version: facts.terms_version,
    quote_id: cart.quote?.id ?? null,
    payment,
  };
}

/**
 * Delivery dates of a purchase that is paid now: those that the buyer was shown, unless the daily cut-off has passed
 * since.
 */
export const promisedDates = ({ delivery }: Purchase, calendar: CheckoutFacts["calendar"]): DeliveryDates | null =>
  estimateDeliveryDates({ ...delivery, paid_at: Date.now() }, calendar);

export const toPayment = (method: ProviderPaymentMethod): Purchase["payment"] => ({
  method_id: method.id,
  customer_id: method.customer,
  paid_by: toPaidBy(method),
});

const toPaidBy = ({ type, card, us_bank_account: bank }: ProviderPaymentMethod): PaidBy => ({
  type,
  name: card?.brand ?? bank?.bank_name ?? null,
  last4: (card ?? bank)?.last4 ?? "",
});
