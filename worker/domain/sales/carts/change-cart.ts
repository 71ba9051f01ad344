import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { tooManyPiecesMessage } from "../../../contract/buying/cart-messages.ts";
import { BadRequest, notFound, unprocessable } from "../../../contract/errors.ts";
import { currentPriceLevel, isSold, priceAt, requirePrice } from "../../catalog/index.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { maybeOne, maybeOnePrepared, exists, one, type RowOf } from "../../sql.ts";
import { reopenQuotesParts } from "../quotes/reopen-quotes.ts";
import { type Cart, cart as cartRow, cartColumns, hasFreeContent, isEditable, newVersionClause } from "./cart-rows.ts";

export const quantityMax = 10_000;

const factsRow = () =>
  z.object({
    price: z.nullable(z.number()),
    price_level_name: z.string(),
    is_subscription: z.boolean(),
    has_subscription: z.boolean(),
  });
type Facts = RowOf<typeof factsRow>;

/** @throws the reason if a product cannot be in a cart in this quantity */
export function requireSellable(facts: Facts, quantity: number): void {
  requirePrice(facts);
  if (facts.is_subscription && quantity !== 1) throw unprocessable("WRONG_SUBSCRIPTION_QUANTITY");
  if (facts.has_subscription) throw unprocessable("DUPLICATE_ORG_SUBSCRIPTION");
}

/**
 * Whether the organization has a live subscription to product p, or one that is being switched to it (O-002, O-093).
 */
export const hasSubscription = (orgId: string): SQL => hasSubscriptionFor(sql`${orgId}`);

export const hasSubscriptionFor = (orgId: SQL): SQL =>
  sql`
    exists (
      select 1
      from subscriptions s
      where s.org_id = ${orgId}
        and (
          s.product_id = p.id
          or exists (
            select 1 from plan_switches w
            where w.subscription_id = s.id and w.product_id = p.id and w.status in ('claimed', 'scheduled')
          )
        )
        and s.status in ('incomplete', 'active', 'past_due')
    )`;

const cartState = () => z.object({ price_level_name: z.string(), has_cart: z.boolean() });
export type CartState = RowOf<typeof cartState>;

export const getCartState = (ctx: ReadCtx): Promise<CartState> =>
  one(
    ctx,
    cartState,
    sql`
    select ${currentPriceLevel(ctx)} as price_level_name,
      exists (select 1 from carts where user_id = ${currentUserId(ctx)} and not is_complete) as has_cart`,
    () => new Error("the state of a cart is always one row"),
  );

type CartItem = { id: string; quantity: number; state?: CartState | undefined };

const levelFor = (ctx: Ctx, { state }: CartItem): SQL =>
  state ? sql`${state.price_level_name}::text` : currentPriceLevel(ctx);

const isSellable = (
  ctx: Ctx,
  price: SQL,
  quantity: SQL,
): SQL => sql`${isSold} and ${price} is not null and ${quantity} <= ${quantityMax}
  and (p.subscription_term is null or (${quantity} = 1 and not ${hasSubscription(requireUser(ctx).org_id)}))`;

/**
 * Undefined without an open cart, if the cart is being paid or a quote fixes its contents, if the product cannot be
 * sold in this quantity, or if `isAllowed` is false.
 */
async function updateQuantity(ctx: Ctx, item: CartItem, quantity: SQL, isAllowed: SQL): Promise<Cart | undefined> {
  const price = priceAt(levelFor(ctx, item));
  return maybeOnePrepared(
    ctx,
    cartRow,
    sql`
    update carts c
    set
      products = c.products || jsonb_build_object(p.id, ${quantity}),
      seen_prices = c.seen_prices || jsonb_build_object(p.id, ${price}),
      ${newVersionClause}
    from products p
    where p.id = ${item.id}
      and ${isSellable(ctx, price, quantity)}
      and ${hasFreeContent(requireUser(ctx).user_id)}
      and ${isAllowed}
    returning ${cartColumns}`,
  );
}

async function createCart(ctx: Ctx, item: CartItem): Promise<Cart | undefined> {
  const { user_id, org_id } = requireUser(ctx);
  const quantity = sql`${item.quantity}::int`;
  const price = priceAt(levelFor(ctx, item));
  return maybeOne(
    ctx,
    cartRow,
    sql`
    insert into carts as c (user_id, org_id, products, seen_prices)
    select
      ${user_id}::uuid, ${org_id}::uuid, jsonb_build_object(p.id, ${quantity}),
      jsonb_build_object(p.id, ${price})
    from products p where p.id = ${item.id} and ${isSellable(ctx, price, quantity)}
    on conflict (user_id) where not is_complete do nothing returning ${cartColumns}`,
  );
}

/** Adds to the product's quantity in the open cart, creating the cart if necessary (O-097). */
export async function addCartProduct(ctx: Ctx, item: CartItem): Promise<Cart> {
  const newQuantity = sql`(coalesce((c.products ->> ${item.id}::text)::int, 0) + ${item.quantity}::int)`;
  const add = () => updateQuantity(ctx, item, newQuantity, sql`true`);
  const create = () => createCart(ctx, item);
  // A cart may have been created or completed since the session was read.
  const [first, second] = item.state?.has_cart === false ? [create, add] : [add, create];
  const cart = (await first()) ?? (await second());
  if (cart) return cart;
  const open = await findOpenCart(ctx);
  if (open?.is_quoted) throw unprocessable("CART_QUOTED");
  const quantity = (open?.products[item.id] ?? 0) + item.quantity;
  await requireProduct(ctx, { ...item, quantity });
  if (quantity > quantityMax)
    throw new BadRequest([{ code: "custom", path: ["quantity"], message: tooManyPiecesMessage }]);
  throw unprocessable("CART_OUTDATED");
}

export async function setCartProduct(ctx: Ctx, item: CartItem): Promise<Cart> {
  const { id } = item;
  const cart = await updateQuantity(ctx, item, sql`${item.quantity}::int`, sql`c.products ? ${id}::text`);
  if (cart) return cart;
  const open = await findOpenCart(ctx);
  if (open && !open.is_quoted && id in open.products) await requireProduct(ctx, item);
  throw toRefusal(open, id);
}

/** Skips products that left the cart meanwhile. */
export async function setCartQuantities(ctx: Ctx, quantities: Record<string, number>): Promise<true> {
  const products = (await findOpenCart(ctx))?.products ?? {};
  for (const [id, quantity] of Object.entries(quantities))
    if (id in products && products[id] !== quantity) await setCartProduct(ctx, { id, quantity });
  return true;
}

async function requireProduct(ctx: Ctx, item: CartItem): Promise<void> {
  const level = levelFor(ctx, item);
  const row = await one(
    ctx,
    factsRow,
    sql`
    select
      ${priceAt(level)}::float as price,
      ${level} as price_level_name,
      p.subscription_term is not null as is_subscription,
      p.subscription_term is not null and ${hasSubscription(requireUser(ctx).org_id)} as has_subscription
    from products p where p.id = ${item.id} and ${isSold}`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );
  requireSellable(row, item.quantity);
}

export async function removeCartProduct(ctx: Ctx, id: string): Promise<Cart> {
  const { user_id } = requireUser(ctx);
  const row = await maybeOne(
    ctx,
    cartRow,
    sql`
    update carts c
    set
      products = c.products - ${id}::text,
      seen_prices = c.seen_prices - ${id}::text,
      ${newVersionClause}
    where ${hasFreeContent(user_id)} and c.products ? ${id}::text returning ${cartColumns}`,
  );
  if (row) return row;
  throw toRefusal(await findOpenCart(ctx), id);
}

/** A quote that was accepted with the cart can be accepted again while it is valid. */
export async function emptyCart(ctx: Ctx): Promise<void> {
  const isFound = await exists(
    ctx,
    sql`
    with held as (
      select c.id, (c.quoted ->> 'quote_id')::uuid as quote_id from carts c
      where ${isEditable(requireUser(ctx).user_id)}
      for update
    ),
    emptied as (
      update carts c set products = '{}', seen_prices = '{}', quoted = null, ${newVersionClause}
      from held where c.id = held.id
    ),
    ${reopenQuotesParts(ctx, "audited")}
    select 1 from held`,
  );
  if (!isFound) throw toRefusal(await findOpenCart(ctx));
}

const openRow = () =>
  z.object({ is_being_paid: z.boolean(), is_quoted: z.boolean(), products: z.record(z.string(), z.int()) });
type OpenCart = RowOf<typeof openRow>;

async function findOpenCart(ctx: Ctx): Promise<OpenCart | undefined> {
  return maybeOne(
    ctx,
    openRow,
    sql`
    select attempt_id is not null as is_being_paid, quoted is not null as is_quoted, products
    from carts
    where user_id = ${requireUser(ctx).user_id} and not is_complete`,
  );
}

function toRefusal(open: OpenCart | undefined, productId?: string): Error {
  if (!open) return notFound("CART_NOT_FOUND");
  if (productId !== undefined && !(productId in open.products)) return notFound("PRODUCT_NOT_FOUND");
  return unprocessable(
    open.is_quoted && !open.is_being_paid && productId !== undefined ? "CART_QUOTED" : "CART_OUTDATED",
  );
}
