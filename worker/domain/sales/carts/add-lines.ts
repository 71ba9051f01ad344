import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { currentPriceLevel, isSold, priceAt } from "../../catalog/index.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { iso, one, type RowOf, many, texts } from "../../sql.ts";
import { newVersionClause } from "./cart-rows.ts";
import { hasSubscriptionFor, quantityMax } from "./change-cart.ts";

const sellableProduct = () =>
  z.object({
    id: z.string(),
    sku: z.nullable(z.string()),
    name: z.string(),
    /** US cents at the buyer's price level; null without a price. */
    price: z.nullable(z.number()),
    is_plan: z.boolean(),
    /** A subscription that the organization already has, or that is already in the cart. */
    is_held: z.boolean(),
    in_cart: z.int(),
  });
export type SellableProduct = RowOf<typeof sellableProduct>;

export type CartProblem = "not-sold" | "no-price" | "plan-held" | "one-plan" | "too-many";

/** Why `addCartProduct` would refuse this quantity of the product; undefined if it would not. */
export function findCartProblem(product: SellableProduct | undefined, quantity: number): CartProblem | undefined {
  if (!product) return "not-sold";
  if (product.price === null) return "no-price";
  if (product.is_held) return "plan-held";
  if (product.is_plan && quantity !== 1) return "one-plan";
  return product.in_cart + quantity > quantityMax ? "too-many" : undefined;
}

const findSellableProducts = (ctx: ReadCtx, condition: SQL): Promise<SellableProduct[]> =>
  many(
    ctx,
    sellableProduct,
    sql`
    with open as (
      select c.products from carts c where c.user_id = ${currentUserId(ctx)} and not c.is_complete
    )
    select
      p.id, p.sku, p.name, ${priceAt(currentPriceLevel(ctx))}::float as price,
      p.subscription_term is not null as is_plan,
      p.subscription_term is not null and (
        ${hasSubscriptionFor(currentOrgId(ctx))} or exists (select 1 from open where open.products ? p.id::text)
      ) as is_held,
      coalesce((select (open.products ->> p.id::text)::int from open), 0) as in_cart
    from products p where ${condition} and ${isSold}
    order by p.position, p.id`,
  );

/** SKUs match as typed and in upper case. */
export const findSellableBySku = (ctx: ReadCtx, skus: readonly string[]): Promise<SellableProduct[]> =>
  findSellableProducts(ctx, sql`p.sku = any(${texts([...new Set(skus.flatMap((sku) => [sku, sku.toUpperCase()]))])})`);

export const findSellableOfOrder = (ctx: ReadCtx, orderId: string): Promise<SellableProduct[]> =>
  findSellableProducts(
    ctx,
    sql`p.id in (
      select l.product_id from order_lines l join orders o on o.id = l.order_id
      where o.id = ${orderId} and o.org_id = ${currentOrgId(ctx)}
    )`,
  );

const cartContents = () =>
  z.object({
    /** Empty without a cart. */
    version: z.string(),
    items: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.int() })),
  });
export type CartContents = RowOf<typeof cartContents>;

/** Contents of the open cart, including products that are no longer sold; does not record the prices as seen. */
export const readCartContents = (ctx: ReadCtx): Promise<CartContents> =>
  one(
    ctx,
    cartContents,
    sql`
    with open as (
      select c.products, ${iso("c.updated_at")} as version
      from carts c where c.user_id = ${currentUserId(ctx)} and not c.is_complete
    )
    select
      coalesce((select version from open), '') as version,
      coalesce((
        select json_agg(json_build_object('id', p.id, 'name', p.name, 'quantity', e.value::int) order by p.name, p.id)
        from open, jsonb_each_text(open.products) e join products p on p.id = e.key::uuid
      ), '[]') as items`,
    () => new Error("the contents of a cart are always one row"),
  );

const outcomeRow = () =>
  z.object({
    fitting: z.array(z.string()),
    is_outdated: z.boolean(),
    is_quoted: z.boolean(),
    is_written: z.boolean(),
  });

type AddOptions = {
  /** If true, the products replace the cart's contents. */
  is_emptied?: boolean;
  /**
   * The version of the `CartContents` that the user saw; the second click of a double click fails, because the first
   * one changed the version.
   */
  version?: string | undefined;
  /** The order whose addresses and shipping rate the cart takes over where it has none of its own. */
  order_id?: string;
  /** If true, the products are those that the user set aside, which no longer are once they are in the cart. */
  is_restored?: boolean;
};

/**
 * Adds many products to the open cart, creating one if necessary, in one statement. Returns the ids added; products
 * that no longer fit are skipped. @throws CART_OUTDATED while the cart is being paid, CART_QUOTED if a quote fixes its
 * contents, OBJECT_OUTDATED if `version` is outdated
 */
export async function addCartLines(
  ctx: Ctx,
  quantities: Readonly<Record<string, number>>,
  options: AddOptions = {},
): Promise<string[]> {
  for (let tries = 0; tries < 2; tries += 1) {
    const { fitting, is_outdated, is_quoted, is_written } = await upsertLines(ctx, quantities, options);
    if (is_quoted) throw unprocessable("CART_QUOTED");
    if (is_outdated) throw unprocessable("OBJECT_OUTDATED");
    if (fitting.length === 0) return [];
    if (is_written) return fitting;
  }
  throw unprocessable("CART_OUTDATED");
}

const hasNoAddress = sql`
  coalesce(c.address -> 'shipping', 'null') = 'null' and coalesce(c.address -> 'billing', 'null') = 'null'`;

/** CTE that clears the products set aside once they are in the cart `put`, or none of them can be sold any more. */
const clearSetAsidePart = (userId: string): SQL => sql`,
    cleared as (
      update carts c set set_aside = null
      where c.user_id = ${userId} and c.set_aside is not null and (
        (c.is_complete and exists (select 1 from put))
        or not (exists (select 1 from fits) or (select is_outdated from outdated))
      )
    )`;

/**
 * Adds to the quantities of the locked cart. A cart that was created concurrently is left unchanged, and the caller
 * retries.
 */
function upsertLines(
  ctx: Ctx,
  quantities: Readonly<Record<string, number>>,
  { is_emptied: isEmptied = false, version = undefined, order_id = undefined, is_restored = false }: AddOptions,
): Promise<RowOf<typeof outcomeRow>> {
  const { user_id, org_id } = requireUser(ctx);
  const price = priceAt(currentPriceLevel(ctx));
  const currentQuantity = isEmptied ? sql`0` : sql`coalesce((select (open.products ->> w.id::text)::int from open), 0)`;
  const mergeColumn = (before: SQL, added: SQL) => (isEmptied ? added : sql`${before} || ${added}`);
  return one(
    ctx,
    outcomeRow,
    sql`
    with open as (
      select c.products, c.version, c.quoted is not null as is_quoted, ${iso("c.updated_at")} as seen
      from carts c where c.user_id = ${user_id} and not c.is_complete for update
    ), outdated as (
      select coalesce(${version ?? null}::text <> coalesce((select seen from open), ''), false) as is_outdated
    ), requested as (
      select each.key::uuid as id, each.value::int as quantity
      from jsonb_each_text(${JSON.stringify(quantities)}::jsonb) each
    ), summed as (
      select w.id, w.quantity + ${currentQuantity} as quantity from requested w
    ), fits as (
      select p.id, s.quantity, ${price} as price
      from summed s join products p on p.id = s.id
      where ${isSold} and ${price} is not null and s.quantity <= ${quantityMax}
        and (p.subscription_term is null or (s.quantity = 1 and not ${hasSubscriptionFor(sql`${org_id}::uuid`)}))
        and not (select is_outdated from outdated)
    ), former as (
      select o.shipping_data -> 'address' as shipping, c.address -> 'billing' as billing, c.shipping_rate_id
      from orders o
      left join checkout_attempts a on a.id = o.attempt_id
      left join carts c on c.id = a.cart_id
      where o.id = ${order_id ?? null}::uuid and o.org_id = ${org_id}
    ), put as (
      insert into carts as c (user_id, org_id, products, seen_prices, address, shipping_rate_id)
      select
        ${user_id}::uuid, ${org_id}::uuid, jsonb_object_agg(f.id, f.quantity), jsonb_object_agg(f.id, f.price),
        jsonb_build_object('shipping', (select shipping from former), 'billing', (select billing from former)),
        (select shipping_rate_id from former)
      from fits f having count(*) > 0
      on conflict (user_id) where not is_complete do update
      set products = ${mergeColumn(sql`c.products`, sql`excluded.products`)},
        seen_prices = ${mergeColumn(sql`c.seen_prices`, sql`excluded.seen_prices`)},
        address = case when ${hasNoAddress} then excluded.address else c.address end,
        shipping_rate_id = coalesce(c.shipping_rate_id, excluded.shipping_rate_id),
        ${is_restored ? sql`set_aside = null,` : sql``}
        ${newVersionClause}
      where c.attempt_id is null and c.quoted is null and c.version is not distinct from (select version from open)
      returning c.id
    )${is_restored ? clearSetAsidePart(user_id) : sql``}
    select
      coalesce((select json_agg(id) from fits), '[]') as fitting, (select is_outdated from outdated) as is_outdated,
      coalesce((select is_quoted from open), false) as is_quoted,
      exists (select 1 from put) as is_written`,
    () => new Error("the cart returned no row"),
  );
}
