import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { cartProduct } from "../../../contract/entities/product.ts";
import { notFound } from "../../../contract/errors.ts";
import { currentPriceLevel, customerColumns, isSold } from "../../catalog/index.ts";
import { currentOrgId, currentUserId } from "../../current-user.ts";
import type { ReadCtx } from "../../context.ts";
import { maybeOne, one, type RowOf, many } from "../../sql.ts";
import { type Page, singlePage } from "../../listing.ts";
import { type Cart, cart, cartColumns, cartItems, newVersionClause } from "./cart-rows.ts";

/**
 * The user's open cart. If there is none, the same statement creates an empty one, or returns that of a concurrent
 * request (O-097).
 */
export async function findOrCreateCart(ctx: ReadCtx): Promise<Cart> {
  const openCart = sql`carts where user_id = ${currentUserId(ctx)} and not is_complete`;
  return one(
    ctx,
    cart,
    sql`
    with created as (
      insert into carts (user_id, org_id)
      select ${currentUserId(ctx)}, ${currentOrgId(ctx)} where not exists (select from ${openCart})
      on conflict (user_id) where not is_complete do update set user_id = excluded.user_id
      returning *
    )
    select ${cartColumns} from (select * from ${openCart} union all select * from created) c`,
    () => new Error("a cart was neither found nor created"),
  );
}

/** Creates no cart, unlike `findOrCreateCart`, because browsing must not create carts. */
export async function findCart(ctx: ReadCtx): Promise<Cart | undefined> {
  return maybeOne(
    ctx,
    cart,
    sql`select ${cartColumns} from carts c where c.user_id = ${currentUserId(ctx)} and not c.is_complete`,
  );
}

const cartSummary = () => z.object({ cart_no: z.string(), items: z.int(), is_being_paid: z.boolean() });
export type CartSummary = RowOf<typeof cartSummary>;

export const findCartSummary = (ctx: ReadCtx): Promise<CartSummary | undefined> =>
  maybeOne(
    ctx,
    cartSummary,
    sql`
    select
      c.cart_no,
      coalesce((select sum(quantity::int) from jsonb_each_text(c.products) item (id, quantity)), 0)::int as items,
      c.attempt_id is not null as is_being_paid
    from carts c
    where c.user_id = ${currentUserId(ctx)} and not c.is_complete`,
  );

export async function getCartByNo(ctx: ReadCtx, cartNo: string): Promise<Cart> {
  return one(
    ctx,
    cart,
    sql`
    select ${cartColumns} from carts c where c.cart_no = ${cartNo} and c.user_id = ${currentUserId(ctx)}`,
    () => notFound("CART_NOT_FOUND"),
  );
}

export type CartProduct = z.output<typeof cartProduct>;

/**
 * Products of the open cart that are still sold, with current and last shown prices. A changed price gives the cart a
 * new version, so that no buyer pays a price they have not seen (T10).
 */
export async function refreshCartProducts(ctx: ReadCtx): Promise<Page<CartProduct>> {
  const rows = await many(
    ctx,
    () => z.object({ row: cartProduct }),
    sql`
    with item as (
      select
        ${customerColumns(currentPriceLevel(ctx))},
        item.quantity, item.quoted_price, item.piece,
        coalesce(item.quoted_price, (c.seen_prices ->> p.id::text)::bigint) as seen_price,
        c.id as cart_id
      from carts c cross join lateral ${cartItems} item join products p on p.id = item.id
      where c.user_id = ${currentUserId(ctx)} and not c.is_complete and ${isSold}
    ), updated as (
      update carts c set seen_prices = (select jsonb_object_agg(id, price) from item), ${newVersionClause}
      where c.id = (select cart_id from item limit 1) and c.attempt_id is null and c.quoted is null
        and exists (select 1 from item where seen_price is distinct from price)
    )
    select to_jsonb(item) || jsonb_build_object('price', coalesce(quoted_price, price)) as row
    from item order by name, id, piece`,
  );
  // `to_jsonb` returns numbers and arrays as JSON, so that no column needs a cast.
  return singlePage(rows.map(({ row }) => row));
}
