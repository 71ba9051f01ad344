import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../../contract/errors.ts";
import { basePriceLevel, isSold, priceAt } from "../../catalog/index.ts";
import type { ReadCtx } from "../../context.ts";
import { iso, one, type RowOf } from "../../sql.ts";

const cartRow = () =>
  z.object({
    id: z.string(),
    cart_no: z.string(),
    is_complete: z.boolean(),
    /** The cart is locked until the payment is decided. */
    is_being_paid: z.boolean(),
    person: z.object({ id: z.string(), name: z.string(), email: z.string() }),
    organization: z.object({ id: z.string(), name: z.string() }),
    price_level_name: z.string(),
    po_number: z.nullable(z.string()),
    note: z.nullable(z.string()),
    updated_at: z.string(),
    /** Unit prices in US cents: as last shown to the buyer, and current. */
    lines: z.array(
      z.object({
        product_id: z.string(),
        name: z.string(),
        quantity: z.int(),
        seen: z.nullable(z.int()),
        now: z.nullable(z.int()),
        is_sold: z.boolean(),
      }),
    ),
  });
export type AnyCart = RowOf<typeof cartRow>;

export async function getAnyCart(ctx: ReadCtx, id: string): Promise<AnyCart> {
  const { cart } = await one(
    ctx,
    () => z.object({ cart: cartRow() }),
    sql`
    select json_build_object(
      'id', c.id, 'cart_no', c.cart_no, 'is_complete', c.is_complete, 'is_being_paid', c.attempt_id is not null,
      'person', json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'email', u.email),
      'organization', json_build_object('id', o.id, 'name', o.name), 'price_level_name', at.level,
      'po_number', c.po_number, 'note', c.note, 'updated_at', ${iso("c.updated_at")},
      'lines', coalesce((
        select json_agg(json_build_object(
          'product_id', p.id, 'name', p.name, 'quantity', (c.products ->> p.id::text)::int,
          'seen', (c.seen_prices ->> p.id::text)::bigint, 'now', ${priceAt(sql`at.level`)}, 'is_sold', ${isSold}
        ) order by p.name, p.id)
        from products p
        where p.id = any(array(select item::uuid from jsonb_object_keys(c.products) item))
      ), '[]')
    ) as cart
    from carts c
      join users u on u.id = c.user_id
      join organizations o on o.id = c.org_id
      cross join lateral (select coalesce(o.price_level_name, ${basePriceLevel}) as level) at
    where c.id = ${id}`,
    () => notFound("CART_NOT_FOUND"),
  );
  return cart;
}
