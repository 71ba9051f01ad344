import { sql } from "drizzle-orm";
import type { TaxCalculation } from "../../../../db/schema/shop/carts.ts";
import { splitProportionally } from "../../../contract/buying/quote-prices.ts";
import { chargeMax } from "../../../contract/buying/charge-limit.ts";
import { amountTooLarge, notFound, unprocessable } from "../../../contract/errors.ts";
import type { PostalAddress, Tax, TaxLine } from "../../../gateways/tax/tax.ts";
import type { ReadCtx } from "../../context.ts";
import { sha256 } from "../../platform/index.ts";
import { calculateTax } from "../../payments/index.ts";
import { newVersionClause } from "../carts/cart-rows.ts";
import {
  oneTimeItems,
  type CheckoutFacts,
  type CheckoutItem,
  isSubscription,
  needsShipping,
  readCheckout,
  requireItems,
} from "./read-checkout.ts";

const itemAmount = ({ price, quantity }: CheckoutItem): number => (price ?? 0) * quantity;

/** One taxable line per product, with its total; subscriptions included, shipping separate. */
function taxLines({ items }: CheckoutFacts): TaxLine[] {
  const lines = new Map<string, TaxLine>();
  for (const item of items) {
    const { amount = 0, quantity = 0 } = lines.get(item.id) ?? {};
    lines.set(item.id, {
      reference: item.id,
      amount: amount + itemAmount(item),
      quantity: quantity + item.quantity,
      tax_code: item.tax_code,
    });
  }
  return [...lines.values()];
}

/** Tax of each item; items of one product share the tax of its line. */
export function taxByItem(items: readonly CheckoutItem[], tax: Pick<Tax, "lines">): Map<CheckoutItem, number> {
  const byProduct = Map.groupBy(items, ({ id }) => id);
  const shares = [...byProduct].flatMap(([id, same]) => {
    const parts = splitProportionally(tax.lines[id] ?? 0, same.map(itemAmount));
    return same.map((item, place) => [item, same.length === 1 ? (tax.lines[id] ?? 0) : (parts[place] ?? 0)] as const);
  });
  return new Map(shares);
}

export const shippingPrice = (facts: CheckoutFacts): number =>
  needsShipping(facts) ? (facts.shipping?.price ?? 0) : 0;

/** The order is one charge and each subscription another; none may exceed the provider's maximum. */
function requireChargeable(facts: CheckoutFacts, tax?: Tax): void {
  const order = oneTimeItems(facts).reduce(
    (sum, item) => sum + (item.price ?? 0) * item.quantity,
    shippingPrice(facts),
  );
  const plans = facts.items.filter(isSubscription).map((item) => (item.price ?? 0) + (tax?.lines[item.id] ?? 0));
  const charges = [order + (tax ? orderTax(facts, tax) : 0), ...plans];
  if (charges.some((cents) => cents > chargeMax)) throw amountTooLarge();
}

/**
 * The shipping address if anything ships; otherwise the billing address or, without one, the shipping address. @throws
 * SHIPPING_ADDRESS_NOT_FOUND
 */
export function taxAddress(facts: CheckoutFacts): PostalAddress {
  const { billing, shipping } = facts.cart.address;
  const address = needsShipping(facts) ? shipping : (billing ?? shipping);
  if (!address) throw notFound("SHIPPING_ADDRESS_NOT_FOUND");
  const { line1, line2, city, state, postal_code, country } = address;
  return { line1, line2, city, state, postal_code, country };
}

/** Maximum age of a reused calculation, whatever the provider allows: tax rates change (ADR-017). */
const calculationMaxAgeMs = 3_600_000;

function findCachedTax({ cart: { tax_calculation: cached } }: CheckoutFacts, key: string): TaxCalculation | undefined {
  return cached && cached.key === key && Date.parse(cached.expires_at) > Date.now() ? cached : undefined;
}

/** Tax of the cart: the calculation that the buyer saw while it is valid, otherwise a new one of the provider (M9). */
export async function findOrCalculateTax(ctx: ReadCtx, facts: CheckoutFacts): Promise<TaxCalculation> {
  requireChargeable(facts);
  const tax = await reuseOrCalculateTax(ctx, facts);
  requireChargeable(facts, tax);
  return tax;
}

async function reuseOrCalculateTax(ctx: ReadCtx, facts: CheckoutFacts): Promise<TaxCalculation> {
  const input = {
    address: taxAddress(facts),
    lines: taxLines(facts),
    shipping: shippingPrice(facts),
    exemption: facts.organization.tax_exempt,
  };
  const key = await sha256(JSON.stringify(input), "hex");
  const cached = findCachedTax(facts, key);
  if (cached) return cached;
  const tax = await calculateTax(ctx, input);
  const expires = Math.min(Date.parse(tax.expires_at), Date.now() + calculationMaxAgeMs);
  return { ...tax, key, expires_at: new Date(expires).toISOString() };
}

type CartTax = { tax_amount: number; tax_rate: number; tax_lines: Record<string, number> };

/** Saves the tax without a new cart version (O-021). */
export async function calculateCartTax(ctx: ReadCtx): Promise<CartTax> {
  const facts = await readCheckout(ctx);
  if (!facts || facts.cart.is_complete) throw notFound("CART_NOT_FOUND");
  requireItems(facts);
  const calculation = await findOrCalculateTax(ctx, facts);
  const { tax } = calculation;
  const taxable = taxLines(facts).reduce((sum, line) => sum + line.amount, 0) + shippingPrice(facts);
  const rate = taxable > 0 ? Math.round((tax / taxable) * 10_000) / 100 : 0;
  await ctx.db.execute(sql`
    update carts
    set
      tax_amount = ${tax},
      tax_rate = ${rate},
      tax_calculation = ${JSON.stringify(calculation)}::jsonb
    where id = ${facts.cart.id} and version = ${facts.cart.version}`);
  return { tax_amount: tax, tax_rate: rate, tax_lines: calculation.lines };
}

/**
 * Refuses a tax that differs from the one that the buyer saw, such as after a change of an exemption, of a tax code or,
 * once the calculation has expired, of a rate. The cart gets a new version without a tax, so that the new one is shown.
 */
export async function requireSeenTax(ctx: ReadCtx, { cart }: CheckoutFacts, { tax }: Tax): Promise<void> {
  if (cart.tax_amount === null || cart.tax_amount === tax) return;
  await ctx.db.execute(sql`
    update carts c set ${newVersionClause}
    where c.id = ${cart.id} and c.version = ${cart.version} and c.attempt_id is null`);
  throw unprocessable("CART_OUTDATED");
}

export const orderTax = (facts: CheckoutFacts, tax: Tax): number =>
  [...taxByItem(oneTimeItems(facts), tax).values()].reduce((sum, each) => sum + each, tax.shipping_tax);
