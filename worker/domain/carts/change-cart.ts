import { type SQL, sql } from "drizzle-orm";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { callerLevel, isSold, priceAt, requirePrice } from "../catalog/index.ts";
import { type Ctx, requireUser } from "../context.ts";
import { type Cart, cartColumns, isEditable, newVersion } from "./cart-rows.ts";

const quantityMax = 10_000;

type Facts = {
  price: number | null;
  price_level_name: string;
  is_subscription: boolean;
  has_subscription: boolean;
  in_cart: number | null;
  is_being_paid: boolean;
  has_cart: boolean;
  cart: Cart | null;
};

/** Why a product cannot stand in a cart in this quantity. Throws the price codes, WRONG_SUBSCRIPTION_QUANTITY, DUPLICATE_ORG_SUBSCRIPTION. */
export function requireSellable(
  facts: Pick<Facts, "price" | "price_level_name" | "is_subscription" | "has_subscription">,
  quantity: number,
): void {
  requirePrice(facts);
  if (facts.is_subscription && quantity !== 1) throw unprocessable("WRONG_SUBSCRIPTION_QUANTITY");
  if (facts.has_subscription) throw unprocessable("DUPLICATE_ORG_SUBSCRIPTION");
}

/** Whether the organization holds a live subscription to product p (O-002, O-093). */
export const holdsSubscription = (orgId: string): SQL =>
  sql`exists (select 1 from subscriptions s where s.org_id = ${orgId} and s.product_id = p.id and s.status in ('incomplete', 'active', 'past_due'))`;

/** What decides about one product of the cart, and the cart after `change` when all of it allows the change. One round trip. */
async function decide(
  ctx: Ctx,
  productId: string,
  quantity: SQL,
  isAllowed: SQL,
  change: SQL,
): Promise<Facts | undefined> {
  const { user_id, org_id } = requireUser(ctx);
  const { rows } = await ctx.db.execute<Facts>(sql`
    with level as (select ${callerLevel(ctx)} as name),
    facts as (
      select p.id, ${priceAt(sql`select name from level`)} as price, (select name from level) as price_level_name,
        p.subscription_term is not null as is_subscription, ${holdsSubscription(org_id)} and p.subscription_term is not null as has_subscription,
        (c.products ->> p.id::text)::int as in_cart, c.attempt_id is not null as is_being_paid, c.id is not null as has_cart
      from products p left join carts c on c.user_id = ${user_id} and not c.is_complete
      where p.id = ${productId} and ${isSold}
    ),
    ok as (
      select *, ${quantity} as quantity from facts
      where price is not null and not has_subscription and not is_being_paid and (not is_subscription or ${quantity} = 1)
        and ${quantity} <= ${quantityMax} and ${isAllowed}
    ),
    changed as (${change})
    select facts.price::float as price, price_level_name, is_subscription, has_subscription, in_cart, is_being_paid, has_cart,
      (select to_json(shown) from (select ${cartColumns} from changed c) shown) as cart
    from facts`);
  return rows[0];
}

/** Adds to what is in the cart; makes the cart when there is none (O-097). Throws PRODUCT_NOT_FOUND, the price and subscription codes, CART_OUTDATED. */
export async function addProduct(ctx: Ctx, input: { id: string; quantity: number }): Promise<Cart> {
  const { user_id, org_id } = requireUser(ctx);
  const facts = await decide(
    ctx,
    input.id,
    sql`coalesce(in_cart, 0) + ${input.quantity}::int`,
    sql`true`,
    sql`insert into carts as c (user_id, org_id, products, seen_prices)
      select ${user_id}::uuid, ${org_id}::uuid, jsonb_build_object(ok.id, ok.quantity), jsonb_build_object(ok.id, ok.price) from ok
      on conflict (user_id) where not is_complete do update set
        products = c.products || (select jsonb_object_agg(key, coalesce((c.products ->> key)::int, 0) + ${input.quantity}::int) from jsonb_object_keys(excluded.products) key),
        seen_prices = c.seen_prices || excluded.seen_prices, ${newVersion}
      where c.attempt_id is null
      returning c.*`,
  );
  if (!facts) throw notFound("PRODUCT_NOT_FOUND");
  if (facts.cart) return facts.cart;
  requireSellable(facts, (facts.in_cart ?? 0) + input.quantity);
  throw unprocessable("CART_OUTDATED");
}

/** Sets the quantity of what is in the cart. Throws CART_NOT_FOUND, PRODUCT_NOT_FOUND, the price and subscription codes, CART_OUTDATED. */
export async function setProduct(ctx: Ctx, input: { id: string; quantity: number }): Promise<Cart> {
  const { user_id } = requireUser(ctx);
  const facts = await decide(
    ctx,
    input.id,
    sql`${input.quantity}::int`,
    sql`in_cart is not null`,
    sql`update carts c set products = c.products || jsonb_build_object(ok.id, ok.quantity), seen_prices = c.seen_prices || jsonb_build_object(ok.id, ok.price), ${newVersion}
      from ok where ${isEditable(user_id)} returning c.*`,
  );
  if (facts?.cart) return facts.cart;
  if (typeof facts?.in_cart === "number") requireSellable(facts, input.quantity);
  if (facts?.is_being_paid) throw unprocessable("CART_OUTDATED");
  throw (await hasCart(ctx)) ? notFound("PRODUCT_NOT_FOUND") : notFound("CART_NOT_FOUND");
}

/** Takes a product out of the cart. Throws CART_NOT_FOUND, PRODUCT_NOT_FOUND, CART_OUTDATED. */
export async function removeProduct(ctx: Ctx, id: string): Promise<Cart> {
  const { user_id } = requireUser(ctx);
  const { rows } = await ctx.db.execute<Cart>(sql`
    with changed as (
      update carts c set products = c.products - ${id}::text, seen_prices = c.seen_prices - ${id}::text, ${newVersion}
      where ${isEditable(user_id)} and c.products ? ${id}::text returning c.*
    ) select ${cartColumns} from changed c`);
  if (rows[0]) return rows[0];
  throw await refusal(ctx, id);
}

/** Empties the cart; addresses and payment method stay. Throws CART_NOT_FOUND, CART_OUTDATED. */
export async function emptyCart(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    update carts c set products = '{}', seen_prices = '{}', ${newVersion} where ${isEditable(requireUser(ctx).user_id)} returning 1`);
  if (!rows[0]) throw await refusal(ctx);
}

type OpenCart = { is_being_paid: boolean; products: Record<string, number> };

async function findOpen(ctx: Ctx): Promise<OpenCart | undefined> {
  const { rows } = await ctx.db.execute<OpenCart>(sql`
    select attempt_id is not null as is_being_paid, products from carts where user_id = ${requireUser(ctx).user_id} and not is_complete`);
  return rows[0];
}

const hasCart = async (ctx: Ctx): Promise<boolean> => (await findOpen(ctx)) !== undefined;

async function refusal(ctx: Ctx, productId?: string): Promise<Error> {
  const open = await findOpen(ctx);
  if (!open) return notFound("CART_NOT_FOUND");
  if (productId !== undefined && !(productId in open.products)) return notFound("PRODUCT_NOT_FOUND");
  return unprocessable("CART_OUTDATED");
}
