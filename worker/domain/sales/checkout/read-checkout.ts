import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { attemptStatuses, productTypes, subscriptionTerms, taxExemptions } from "../../../../db/enums.ts";
import { cartShape } from "../../../contract/entities/cart.ts";
import { cartShipping } from "../../../contract/entities/shipping-rate.ts";
import { cartItems } from "../carts/cart-rows.ts";
import { hasSubscriptionFor } from "../carts/change-cart.ts";
import { currentShipping } from "../carts/shipping-rates.ts";
import { currentTerms } from "../../platform/index.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { currentPriceLevel, isSold, priceAt, requirePrice } from "../../catalog/index.ts";
import { accountFacts, accountJson } from "../../payments/index.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { maybeOne, iso, type RowOf } from "../../sql.ts";
import { isOrderable } from "../quotes/orderable.ts";
import { concernedRule, concernedRules } from "../approvals/concerned-rules.ts";

const checkoutItem = () =>
  z.object({
    id: z.string(),
    name: z.string(),
    quantity: z.int(),
    is_sold: z.boolean(),
    price: z.nullable(z.int()),
    seen_price: z.nullable(z.int()),
    price_level_name: z.string(),
    type: z.enum(productTypes),
    subscription_term: z.nullable(z.enum(subscriptionTerms)),
    tax_code: z.nullable(z.string()),
    lead_days: z.nullable(z.int()),
    has_subscription: z.boolean(),
  });
export type CheckoutItem = RowOf<typeof checkoutItem>;

const attempt = () =>
  z.object({
    id: z.string(),
    status: z.enum(attemptStatuses),
    order_id: z.nullable(z.string()),
    subscription_ids: z.array(z.string()),
    action_url: z.nullable(z.string()),
  });

/** The calculation that the cart caches (db/schema/shop/carts.ts). */
const taxCalculation = () =>
  z.object({
    id: z.string(),
    key: z.string(),
    tax: z.int(),
    lines: z.record(z.string(), z.int()),
    shipping_tax: z.int(),
    expires_at: z.string(),
  });

const checkoutFacts = () =>
  z.object({
    cart: z.object({
      id: z.string(),
      cart_no: z.string(),
      version: z.int(),
      is_complete: z.boolean(),
      address: cartShape.address,
      payment_method_id: z.nullable(z.string()),
      payment_method: cartShape.payment_method,
      shipping_rate_id: z.nullable(z.string()),
      po_number: cartShape.po_number,
      note: cartShape.note,
      /** Tax as last shown to the buyer; null if it was not shown since products, addresses or shipping changed. */
      tax_amount: z.nullable(z.int()),
      tax_calculation: z.nullable(taxCalculation()),
      /** The accepted quote that fixes items, prices and shipping. */
      quote: z.nullable(z.object({ id: z.string(), is_open: z.boolean() })),
      updated_at: z.string(),
    }),
    terms_version: z.nullable(z.string()),
    calendar: z.object({ time_zone: z.string(), holidays: z.array(z.string()) }),
    attempt: z.nullable(attempt()),
    items: z.array(checkoutItem()),
    approval_rules: z.array(concernedRule()),
    /** Null if the organization may not buy on account. */
    account: z.nullable(accountFacts()),
    /** The request in which the completed cart waits or waited for approval. */
    approval_request_id: z.nullable(z.string()),
    shipping: z.nullable(cartShipping),
    /** Shipping differs from what the buyer saw, or is no longer offered. */
    is_shipping_outdated: z.boolean(),
    organization: z.object({
      id: z.string(),
      name: z.string(),
      billing_email: z.nullable(z.string()),
      stripe_customer_id: z.nullable(z.string()),
      tax_exempt: z.enum(taxExemptions),
    }),
    buyer: z.object({
      first_name: z.string(),
      last_name: z.string(),
      phone: z.nullable(z.string()),
      email: z.string(),
    }),
  });
export type CheckoutFacts = RowOf<typeof checkoutFacts>;

/** Reads the open cart, otherwise the one completed last. */
export async function readCheckout(ctx: ReadCtx): Promise<CheckoutFacts | undefined> {
  const row = await maybeOne(
    ctx,
    () => z.object({ facts: checkoutFacts() }),
    sql`
    with c as (select * from carts where user_id = ${currentUserId(ctx)} order by is_complete, updated_at desc limit 1),
    level as (select ${currentPriceLevel(ctx)} as name)
    select json_build_object(
      'cart', json_build_object(
        'id', c.id,
        'cart_no', c.cart_no,
        'version', c.version,
        'is_complete', c.is_complete,
        'address', c.address,
        'payment_method_id', c.stripe_payment_method_id,
        'payment_method', c.payment_method,
        'shipping_rate_id', c.shipping_rate_id,
        'po_number', c.po_number,
        'note', c.note,
        'tax_amount', c.tax_amount,
        'tax_calculation', c.tax_calculation,
        'quote', (
          select json_build_object('id', q.id, 'is_open', ${isOrderable(sql`c.id`, currentOrgId(ctx))}) from quotes q
          where q.id = (c.quoted ->> 'quote_id')::uuid
        ),
        'updated_at', ${iso("c.updated_at")}
      ),
      'terms_version', ${currentTerms},
      'calendar', (select json_build_object('time_zone', s.time_zone, 'holidays', s.holidays) from shop_settings s),
      'attempt', (
        select json_build_object(
          'id', a.id,
          'status', a.status,
          'action_url', a.action_url,
          'order_id', (select o.id from orders o where o.attempt_id = a.id),
          'subscription_ids', coalesce(
            (select json_agg(s.id order by s.id) from subscriptions s where s.attempt_id = a.id), '[]'
          )
        )
        from checkout_attempts a
        where a.cart_id = c.id and (a.id = c.attempt_id or a.cart_version = c.version)
        order by a.created_at desc
        limit 1
      ),
      'items', coalesce((
        select json_agg(
          json_build_object(
            'id', p.id,
            'name', p.name,
            'quantity', item.quantity,
            'is_sold', ${isSold},
            'price', coalesce(item.quoted_price, ${priceAt(sql`select name from level`)}),
            'seen_price', coalesce(item.quoted_price, (c.seen_prices ->> p.id::text)::bigint),
            'price_level_name', (select name from level),
            'type', p.type,
            'subscription_term', p.subscription_term,
            'tax_code', p.tax_code,
            'lead_days', p.lead_days,
            'has_subscription', p.subscription_term is not null and ${hasSubscriptionFor(currentOrgId(ctx))}
          )
          order by p.name, p.id, item.piece
        )
        from ${cartItems} item join products p on p.id = item.id
      ), '[]'),
      'approval_rules', ${concernedRules({
        org_id: currentOrgId(ctx),
        user_id: currentUserId(ctx),
        product_ids: sql`select jsonb_object_keys(c.products)::uuid`,
      })},
      'account', ${accountJson(currentOrgId(ctx))},
      'approval_request_id', (select r.id from approval_requests r where r.cart_id = c.id),
      'shipping', ${currentShipping},
      'is_shipping_outdated', c.seen_shipping is distinct from ${currentShipping},
      'organization', (
        select json_build_object(
          'id', o.id, 'name', o.name, 'billing_email', o.billing_email,
          'stripe_customer_id', o.stripe_customer_id, 'tax_exempt', o.tax_exempt
        )
        from organizations o
        where o.id = ${currentOrgId(ctx)}
      ),
      'buyer', (
        select json_build_object(
          'first_name', u.first_name, 'last_name', u.last_name, 'phone', u.phone, 'email', u.email
        )
        from users u
        where u.id = ${currentUserId(ctx)}
      )
    ) as facts from c`,
  );
  return row?.facts;
}

export const isSubscription = (item: CheckoutItem): boolean => item.subscription_term !== null;

export const oneTimeItems = (facts: CheckoutFacts): CheckoutItem[] =>
  facts.items.filter((item) => !isSubscription(item));

export const needsShipping = (facts: CheckoutFacts): boolean => facts.items.some((item) => item.type === "hardware");

export function requireItems(facts: CheckoutFacts): void {
  if (facts.items.length === 0) throw unprocessable("NO_PRODUCTS_IN_CART");
  if (facts.items.some((item) => !item.is_sold)) throw notFound("PRODUCT_NOT_FOUND");
  for (const item of facts.items) requirePrice(item);
  for (const item of facts.items.filter(isSubscription)) {
    if (item.quantity !== 1) throw unprocessable("INVALID_SUBSCRIPTION_QTY");
    if (item.has_subscription) throw unprocessable("DUPLICATE_ORG_SUBSCRIPTION");
  }
}

export async function refreshSeenPrices(ctx: Ctx, facts: CheckoutFacts): Promise<void> {
  const prices = Object.fromEntries(facts.items.map((item) => [item.id, item.price]));
  await ctx.db.execute(sql`
    update carts c set seen_prices = ${JSON.stringify(prices)}::jsonb, version = c.version + 1,
      updated_at = greatest(now(), c.updated_at + interval '1 millisecond'), tax_amount = null, tax_rate = null
    where c.id = ${facts.cart.id} and c.version = ${facts.cart.version} and c.attempt_id is null`);
}
