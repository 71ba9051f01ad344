import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { cartProduct } from "../../../contract/entities/product.ts";
import { notFound } from "../../../contract/errors.ts";
import { callerLevel, customerColumns, isSold } from "../../catalog/index.ts";
import { callerId } from "../../caller.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { maybeOne, staticSql, one, type RowOf, many } from "../../sql.ts";
import { type Page, singlePage } from "../../listing.ts";
import { type Cart, cart, cartColumns } from "./cart-rows.ts";

/** The open cart of user u, or null. */
export const openCart: SQL<Cart | null> = staticSql(sql`(
  select to_json(item) from (select ${cartColumns} from carts c where c.user_id = u.id and not c.is_complete) item)`);

/** The open cart, created empty if there is none (O-097). One round trip. */
export async function getCart(ctx: Ctx): Promise<Cart> {
  const { user_id, org_id } = requireUser(ctx);
  return one(
    ctx,
    cart,
    sql`
    with existing as (select * from carts where user_id = ${user_id} and not is_complete),
    created as (
      insert into carts (user_id, org_id) select ${user_id}, ${org_id} where not exists (select 1 from existing)
      on conflict (user_id) where not is_complete do update set user_id = excluded.user_id returning *
    )
    select ${cartColumns} from (select * from existing union all select * from created) c`,
    () => new Error("a cart neither exists nor was created"),
  );
}

/** The open cart, never created: browsing must not create carts. One round trip. */
export async function findCart(ctx: Ctx): Promise<Cart | undefined> {
  return maybeOne(
    ctx,
    cart,
    sql`select ${cartColumns} from carts c where c.user_id = ${callerId(ctx, "user_id")} and not c.is_complete`,
  );
}

const cartSummary = () => z.object({ cart_no: z.string(), items: z.int(), is_being_paid: z.boolean() });
export type CartSummary = RowOf<typeof cartSummary>;

/** Open cart in the header of every page: number of items, and whether it is locked by a payment. */
export const findCartSummary = (ctx: Ctx): Promise<CartSummary | undefined> =>
  maybeOne(
    ctx,
    cartSummary,
    sql`
    select
      c.cart_no,
      coalesce((select sum(quantity::int) from jsonb_each_text(c.products) item (id, quantity)), 0)::int as items,
      c.attempt_id is not null as is_being_paid
    from carts c
    where c.user_id = ${callerId(ctx, "user_id")} and not c.is_complete`,
  );

/** One of the viewer's carts, completed ones included. */
export async function getCartByNo(ctx: Ctx, cartNo: string): Promise<Cart> {
  return one(
    ctx,
    cart,
    sql`
    select ${cartColumns} from carts c where c.cart_no = ${cartNo} and c.user_id = ${callerId(ctx, "user_id")}`,
    () => notFound("CART_NOT_FOUND"),
  );
}

export type CartProduct = z.output<typeof cartProduct>;

/**
 * The products of the open cart with current prices and the prices last shown. A changed price gives the cart a new
 * version, so that no buyer pays a price they have not seen (T10).
 */
export async function listCartProducts(ctx: Ctx): Promise<Page<CartProduct>> {
  const rows = await many(
    ctx,
    () => z.object({ row: cartProduct }),
    sql`
    with item as (
      select
        ${customerColumns(callerLevel(ctx))},
        (c.products ->> p.id::text)::int as quantity,
        (c.seen_prices ->> p.id::text)::bigint as seen_price,
        c.id as cart_id
      from carts c join products p on c.products ? p.id::text
      where c.user_id = ${callerId(ctx, "user_id")} and not c.is_complete and ${isSold}
    ), updated as (
      update carts c set seen_prices = (select jsonb_object_agg(id, price) from item),
        version = c.version + 1, updated_at = greatest(now(), c.updated_at + interval '1 millisecond')
      where c.id = (select cart_id from item limit 1) and c.attempt_id is null
        and exists (select 1 from item where seen_price is distinct from price)
    )
    select to_json(item) as row from item order by name, id`,
  );
  // to_json preserves numbers and lists.
  return singlePage(rows.map(({ row }) => row));
}
