import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { cartShape } from "../../../contract/entities/cart.ts";
import { selectFields } from "../../select-of.ts";
import { iso, type RowOf } from "../../sql.ts";

export const cart = () => z.object(cartShape);
export type Cart = RowOf<typeof cart>;

export const cartColumns: SQL = selectFields(cartShape, "c", {
  tax_amount: sql`c.tax_amount::float`,
  stripe_payment_method: sql`json_build_object('stripe_payment_method_id', c.stripe_payment_method_id)`,
  shipping: sql`c.seen_shipping`,
  quote_id: sql`(c.quoted ->> 'quote_id')`,
  updated_at: iso("c.updated_at"),
});

/** For a change without an effect on the tax: the tax stays the one that the buyer was shown. */
export const sameTaxClause: SQL = sql`
  version = c.version + 1,
  updated_at = greatest(now(), c.updated_at + interval '1 millisecond')`;

export const newVersionClause: SQL = sql`
  ${sameTaxClause},
  tax_amount = null,
  tax_rate = null`;

/**
 * Subselect of the lines of cart c: id, quantity, piece and quoted price, which is null unless a quote fixes the
 * prices. A quote may split a product into two lines whose prices differ by a cent.
 */
export const cartItems: SQL = sql`(
  select e.key::uuid as id, e.value::int as quantity, null::bigint as quoted_price, 1 as piece
  from jsonb_each_text(c.products) e where c.quoted is null
  union all
  select (each.piece ->> 'id')::uuid, (each.piece ->> 'quantity')::int, (each.piece ->> 'price')::bigint, each.n::int
  from jsonb_array_elements(c.quoted -> 'pieces') with ordinality each (piece, n)
)`;

/**
 * Condition: cart c is the user's open cart and is not being paid, because it must not change during a payment (F19).
 */
export const isEditable = (userId: string): SQL =>
  sql`c.user_id = ${userId} and not c.is_complete and c.attempt_id is null`;

/** Condition: cart c is editable, and no quote fixes its contents. */
export const hasFreeContent = (userId: string): SQL => sql`${isEditable(userId)} and c.quoted is null`;
