import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/store/cart.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { fetchChargeableMethod, hasAccount } from "../../payments/index.ts";
import { currentPriceLevel, isSold, priceAt } from "../../catalog/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import {
  type Cart,
  cart,
  cartColumns,
  hasFreeContent,
  isEditable,
  newVersionClause,
  sameTaxClause,
} from "./cart-rows.ts";
import { hasSubscription, requireSellable } from "./change-cart.ts";
import { maybeOne, exists, many, uuids } from "../../sql.ts";

export type CartChange = InputOf<typeof contract.updateCart>["body"];
const pricedProduct = () =>
  z.object({
    id: z.string(),
    price: z.nullable(z.number()),
    price_level_name: z.string(),
    is_subscription: z.boolean(),
    has_subscription: z.boolean(),
  });

const hasVersion = (updated_at: string | undefined): SQL =>
  updated_at === undefined ? sql`true` : sql`date_trunc('milliseconds', c.updated_at) = ${updated_at}::timestamptz`;

/**
 * Changes only the fields sent (O-097), except that choosing the account clears the saved payment method, and the
 * reverse. A change of products, addresses or shipping clears the tax. @throws CART_OUTDATED, also for an older
 * `updated_at`
 */
export async function updateCart(ctx: Ctx, { updated_at, ...change }: CartChange): Promise<Cart> {
  const { user_id } = requireUser(ctx);
  const method = change.stripe_payment_method?.stripe_payment_method_id;
  if (method) await fetchChargeableMethod(ctx, method);
  if (change.payment_method === "account") await requireTerms(ctx);
  const prices = change.products ? await requireProducts(ctx, change.products) : undefined;
  if (change.shipping_rate_id) await requireRate(ctx, change.shipping_rate_id);
  const affectsTax = change.products || change.address || change.shipping_rate_id !== undefined;
  const assignments: SQL[] = [affectsTax ? newVersionClause : sameTaxClause];
  if (change.address)
    assignments.push(sql`address = c.address || ${JSON.stringify(withoutUndefined(change.address))}::jsonb`);
  if (change.payment_method === "account")
    assignments.push(sql`payment_method = 'account', stripe_payment_method_id = null`);
  else if (change.stripe_payment_method)
    assignments.push(
      sql`stripe_payment_method_id = ${change.stripe_payment_method.stripe_payment_method_id}, payment_method = null`,
    );
  else if (change.payment_method === null) assignments.push(sql`payment_method = null`);
  if (change.shipping_rate_id !== undefined) assignments.push(sql`shipping_rate_id = ${change.shipping_rate_id}::uuid`);
  if (change.products)
    assignments.push(
      sql`products = ${JSON.stringify(change.products)}::jsonb, seen_prices = ${JSON.stringify(prices)}::jsonb`,
    );
  for (const name of ["po_number", "note"] as const)
    if (change[name] !== undefined) assignments.push(sql`${sql.identifier(name)} = nullif(${change[name]}, '')`);
  const row = await maybeOne(
    ctx,
    cart,
    sql`
    with changed as (
      update carts c set ${sql.join(assignments, sql`, `)}
      where ${change.products ? hasFreeContent(user_id) : isEditable(user_id)} and ${hasVersion(updated_at)}
      returning c.*
    )
    select ${cartColumns} from changed c`,
  );
  if (row) return row;
  const openCart = await maybeOne(
    ctx,
    () => z.object({ is_quoted: z.boolean() }),
    sql`
    select attempt_id is null and quoted is not null as is_quoted
    from carts where user_id = ${user_id} and not is_complete`,
  );
  if (!openCart) throw notFound("CART_NOT_FOUND");
  throw unprocessable(change.products && openCart.is_quoted ? "CART_QUOTED" : "CART_OUTDATED");
}

const withoutUndefined = (address: object) =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));

async function requireTerms(ctx: Ctx): Promise<void> {
  const hasTerms = await exists(
    ctx,
    sql`select 1 from organizations org where org.id = ${requireUser(ctx).org_id} and ${hasAccount}`,
  );
  if (!hasTerms) throw unprocessable("ACCOUNT_NOT_AVAILABLE");
}

async function requireRate(ctx: Ctx, id: string): Promise<void> {
  const isFound = await exists(ctx, sql`select 1 from shipping_rates where id = ${id} and is_active`);
  if (!isFound) throw notFound("SHIPPING_RATE_NOT_FOUND");
}

async function requireProducts(ctx: Ctx, products: Record<string, number>): Promise<Record<string, number>> {
  const ids = Object.keys(products);
  if (ids.length === 0) return {};
  const { org_id } = requireUser(ctx);
  const rows = await many(
    ctx,
    pricedProduct,
    sql`
    with level as (select ${currentPriceLevel(ctx)} as name)
    select
      p.id,
      ${priceAt(sql`select name from level`)}::float as price,
      (select name from level) as price_level_name,
      p.subscription_term is not null as is_subscription,
      p.subscription_term is not null and ${hasSubscription(org_id)} as has_subscription
    from products p where p.id = any(${uuids(ids)}) and ${isSold}`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const prices: Record<string, number> = {};
  for (const id of ids) {
    const facts = byId.get(id.toLowerCase());
    if (!facts) throw notFound("PRODUCT_NOT_FOUND");
    requireSellable(facts, products[id] ?? 0);
    prices[id] = facts.price ?? 0;
  }
  return prices;
}
