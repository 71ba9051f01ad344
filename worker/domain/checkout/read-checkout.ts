import { sql } from "drizzle-orm";
import type { CartAddress, TaxCalculation } from "../../../db/schema/carts.ts";
import { fitsCountry, holdsSubscription, type ShippingRate } from "../carts/index.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { callerLevel, isSold, priceAt, requirePrice } from "../catalog/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { iso } from "../sql.ts";

export type CheckoutItem = {
  id: string;
  name: string;
  quantity: number;
  is_sold: boolean;
  price: number | null;
  seen_price: number | null;
  price_level_name: string;
  type: "hardware" | "software";
  subscription_term: "month" | "year" | null;
  has_subscription: boolean;
};
export type Attempt = {
  id: string;
  status: "claimed" | "pending" | "succeeded" | "failed" | "partly";
  order_id: string | null;
  subscription_ids: string[];
  action_url: string | null;
};
export type CheckoutFacts = {
  cart: {
    id: string;
    cart_no: string;
    version: number;
    is_complete: boolean;
    address: CartAddress;
    payment_method_id: string | null;
    shipping_rate_id: string | null;
    tax_calculation: TaxCalculation | null;
    updated_at: string;
  };
  attempt: Attempt | null;
  items: CheckoutItem[];
  rate: ShippingRate | null;
  organization: { id: string; name: string; billing_email: string | null; stripe_customer_id: string | null };
  buyer: { first_name: string; last_name: string; phone: string | null; email: string };
};

/** All that decides about a checkout, in one round trip: the open cart, else the one completed last. */
export async function readCheckout(ctx: Ctx): Promise<CheckoutFacts | undefined> {
  const { user_id, org_id } = requireUser(ctx);
  const { rows } = await ctx.db.execute<{ facts: CheckoutFacts }>(sql`
    with c as (select * from carts where user_id = ${user_id} order by is_complete, updated_at desc limit 1),
    level as (select ${callerLevel(ctx)} as name)
    select json_build_object(
      'cart', json_build_object('id', c.id, 'cart_no', c.cart_no, 'version', c.version, 'is_complete', c.is_complete, 'address', c.address,
        'payment_method_id', c.stripe_payment_method_id, 'shipping_rate_id', c.shipping_rate_id, 'tax_calculation', c.tax_calculation, 'updated_at', ${iso("c.updated_at")}),
      'attempt', (select json_build_object('id', a.id, 'status', a.status, 'action_url', a.action_url,
          'order_id', (select o.id from orders o where o.attempt_id = a.id),
          'subscription_ids', coalesce((select json_agg(s.id order by s.id) from subscriptions s where s.attempt_id = a.id), '[]'))
        from checkout_attempts a where a.cart_id = c.id and (a.id = c.attempt_id or a.cart_version = c.version) order by a.created_at desc limit 1),
      'items', coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'quantity', (c.products ->> p.id::text)::int, 'is_sold', ${isSold},
          'price', ${priceAt(sql`select name from level`)}, 'seen_price', (c.seen_prices ->> p.id::text)::bigint, 'price_level_name', (select name from level),
          'type', p.type, 'subscription_term', p.subscription_term,
          'has_subscription', p.subscription_term is not null and ${holdsSubscription(org_id)}) order by p.name, p.id)
        from products p where c.products ? p.id::text), '[]'),
      'rate', (select json_build_object('id', r.id, 'country', r.country, 'option', r.option, 'price', r.price) from shipping_rates r where r.id = c.shipping_rate_id and ${fitsCountry(sql`c.address -> 'shipping' ->> 'country'`)}),
      'organization', (select json_build_object('id', o.id, 'name', o.name, 'billing_email', o.billing_email, 'stripe_customer_id', o.stripe_customer_id) from organizations o where o.id = ${org_id}),
      'buyer', (select json_build_object('first_name', u.first_name, 'last_name', u.last_name, 'phone', u.phone, 'email', u.email) from users u where u.id = ${user_id})
    ) as facts from c`);
  return rows[0]?.facts;
}

export const isSubscription = (item: CheckoutItem): boolean => item.subscription_term !== null;

/** What is charged at once, as one order. */
export const boughtOnce = (facts: CheckoutFacts): CheckoutItem[] => facts.items.filter((item) => !isSubscription(item));

export const needsShipping = (facts: CheckoutFacts): boolean => facts.items.some((item) => item.type === "hardware");

/** Throws NO_PRODUCTS_IN_CART, PRODUCT_NOT_FOUND, the price and subscription codes. */
export function requireItems(facts: CheckoutFacts): void {
  if (facts.items.length === 0) throw unprocessable("NO_PRODUCTS_IN_CART");
  if (facts.items.some((item) => !item.is_sold)) throw notFound("PRODUCT_NOT_FOUND");
  for (const item of facts.items) requirePrice(item);
  for (const item of facts.items.filter(isSubscription)) {
    if (item.quantity !== 1) throw unprocessable("INVALID_SUBSCRIPTION_QTY");
    if (item.has_subscription) throw unprocessable("DUPLICATE_ORG_SUBSCRIPTION");
  }
}

/** Forgets a price that has changed since the buyer saw it: the cart gets a new version. */
export async function refreshSeenPrices(ctx: Ctx, facts: CheckoutFacts): Promise<void> {
  const prices = Object.fromEntries(facts.items.map((item) => [item.id, item.price]));
  await ctx.db.execute(sql`
    update carts c set seen_prices = ${JSON.stringify(prices)}::jsonb, version = c.version + 1,
      updated_at = greatest(now(), c.updated_at + interval '1 millisecond'), tax_amount = null, tax_rate = null
    where c.id = ${facts.cart.id} and c.version = ${facts.cart.version} and c.attempt_id is null`);
}
