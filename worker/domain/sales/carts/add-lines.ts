import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import { currentPriceLevel, isSold, priceAt } from "../../catalog/index.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { one, type RowOf, many, texts } from "../../sql.ts";
import { newVersion } from "./cart-rows.ts";
import { holdsSubscriptionOf, quantityMax } from "./change-cart.ts";

const sellable = () =>
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
export type Sellable = RowOf<typeof sellable>;

export type CartProblem = "not-sold" | "no-price" | "plan-held" | "one-plan" | "too-many";

/** The rules of `addCartProduct`. */
export function findCartProblem(product: Sellable | undefined, quantity: number): CartProblem | undefined {
  if (!product) return "not-sold";
  if (product.price === null) return "no-price";
  if (product.is_held) return "plan-held";
  if (product.is_plan && quantity !== 1) return "one-plan";
  return product.in_cart + quantity > quantityMax ? "too-many" : undefined;
}

const findSellable = (ctx: ReadCtx, which: SQL): Promise<Sellable[]> =>
  many(
    ctx,
    sellable,
    sql`
    with open as (
      select c.products from carts c where c.user_id = ${currentUserId(ctx)} and not c.is_complete
    )
    select
      p.id, p.sku, p.name, ${priceAt(currentPriceLevel(ctx))}::float as price,
      p.subscription_term is not null as is_plan,
      p.subscription_term is not null and (
        ${holdsSubscriptionOf(currentOrgId(ctx))} or exists (select 1 from open where open.products ? p.id::text)
      ) as is_held,
      coalesce((select (open.products ->> p.id::text)::int from open), 0) as in_cart
    from products p where ${which} and ${isSold}
    order by p.position, p.id`,
  );

/** SKUs match as typed and in upper case. One round trip. */
export const findSellableBySku = (ctx: ReadCtx, skus: readonly string[]): Promise<Sellable[]> =>
  findSellable(ctx, sql`p.sku = any(${texts([...new Set(skus.flatMap((sku) => [sku, sku.toUpperCase()]))])})`);

export const findSellableOfOrder = (ctx: ReadCtx, orderId: string): Promise<Sellable[]> =>
  findSellable(
    ctx,
    sql`p.id in (
      select l.product_id from order_lines l join orders o on o.id = l.order_id
      where o.id = ${orderId} and o.org_id = ${currentOrgId(ctx)}
    )`,
  );

const outcome = () => z.object({ fitting: z.array(z.string()), is_written: z.boolean() });

/**
 * Adds many products to the open cart, creating one if necessary, in one statement. Returns the ids added; products
 * that no longer fit are skipped. @throws CART_OUTDATED while the cart is being paid
 */
export async function addCartLines(ctx: Ctx, quantities: Readonly<Record<string, number>>): Promise<string[]> {
  for (let tries = 0; tries < 2; tries += 1) {
    const { fitting, is_written } = await upsertLines(ctx, quantities);
    if (fitting.length === 0) return [];
    if (is_written) return fitting;
  }
  throw unprocessable("CART_OUTDATED");
}

/** Sums refer to the locked version; a cart created concurrently is left unchanged, and the caller retries. */
function upsertLines(ctx: Ctx, quantities: Readonly<Record<string, number>>): Promise<RowOf<typeof outcome>> {
  const { user_id, org_id } = requireUser(ctx);
  const price = priceAt(currentPriceLevel(ctx));
  return one(
    ctx,
    outcome,
    sql`
    with open as (
      select c.products, c.version from carts c where c.user_id = ${user_id} and not c.is_complete for update
    ), requested as (
      select each.key::uuid as id, each.value::int as quantity
      from jsonb_each_text(${JSON.stringify(quantities)}::jsonb) each
    ), summed as (
      select w.id, w.quantity + coalesce((select (open.products ->> w.id::text)::int from open), 0) as quantity
      from requested w
    ), fits as (
      select p.id, s.quantity, ${price} as price
      from summed s join products p on p.id = s.id
      where ${isSold} and ${price} is not null and s.quantity <= ${quantityMax}
        and (p.subscription_term is null or (s.quantity = 1 and not ${holdsSubscriptionOf(sql`${org_id}::uuid`)}))
    ), put as (
      insert into carts as c (user_id, org_id, products, seen_prices)
      select ${user_id}::uuid, ${org_id}::uuid, jsonb_object_agg(f.id, f.quantity), jsonb_object_agg(f.id, f.price)
      from fits f having count(*) > 0
      on conflict (user_id) where not is_complete do update
      set products = c.products || excluded.products, seen_prices = c.seen_prices || excluded.seen_prices, ${newVersion}
      where c.attempt_id is null and c.version is not distinct from (select version from open)
      returning c.id
    )
    select coalesce((select json_agg(id) from fits), '[]') as fitting, exists (select 1 from put) as is_written`,
    () => new Error("a cart was not answered"),
  );
}
