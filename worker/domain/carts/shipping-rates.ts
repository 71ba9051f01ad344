import { type SQL, sql } from "drizzle-orm";
import { shippingRate } from "../../contract/entities/cart.ts";
import type * as z from "zod/mini";
import { notFound } from "../../contract/errors.ts";
import { type Ctx } from "../context.ts";
import { type Page, pageOf } from "../listing.ts";
import { rowsOf } from "../sql.ts";
import { callerId } from "../caller.ts";

export type ShippingRate = z.output<typeof shippingRate>;

/** Whether rate r may be chosen for a country: its own, else the default ones (T10). */
export const fitsCountry = (country: SQL): SQL =>
  sql`
    (
      r.country = ${country}
      or (
        r.country is null
        and not exists (select 1 from shipping_rates own where own.country = ${country})
      )
    )`;

/** Rates of the country, else the default ones; the country of the cart's shipping address when none is given, then `otherwise`. Throws SHIPPING_RATE_NOT_FOUND. */
export async function listShippingRates(
  ctx: Ctx,
  country: string | undefined,
  otherwise = sql`null::text`,
): Promise<Page<ShippingRate>> {
  const rows = await rowsOf(
    ctx,
    () => shippingRate,
    sql`
    with wanted as (
      select coalesce(
        ${country ?? null}::text,
        (
          select address -> 'shipping' ->> 'country'
          from carts
          where user_id = ${callerId(ctx, "user_id")} and not is_complete
        ),
        ${otherwise}
      ) as country
    )
    select r.id, r.country, r.option, r.price::float as price, r.days_min, r.days_max
    from shipping_rates r, wanted w
    where ${fitsCountry(sql`w.country`)}
    order by r.price, r.option`,
  );
  if (rows.length === 0) throw notFound("SHIPPING_RATE_NOT_FOUND");
  return pageOf(rows);
}
