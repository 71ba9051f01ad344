import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type offeredRate, pricedRate } from "../../../contract/entities/shipping-rate.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { estimateDeliveryDates } from "../../fulfilment/index.ts";
import { type Page, singlePage } from "../../listing.ts";
import { getShopSettings } from "../../platform/index.ts";
import { many } from "../../sql.ts";
import { currentUserId } from "../../current-user.ts";

const offeredRateRow = () => z.object({ ...pricedRate.shape, lead_days: z.nullable(z.int()) });
export type ShippingRate = z.output<typeof offeredRate>;

/** The cart's current rate; null if nothing ships or the rate is not offered. */
export const currentShipping: SQL = sql`cart_shipping(c.shipping_rate_id, c.address, c.products, c.seen_prices,
  c.quoted)`;

/** Stores the current shipping as shown to the buyer; the cart gets a new version (T10). */
const setSeenShipping: SQL = sql`
  seen_shipping = ${currentShipping},
  previous_shipping = c.seen_shipping,
  version = c.version + 1,
  updated_at = greatest(now(), c.updated_at + interval '1 millisecond'),
  tax_amount = null,
  tax_rate = null`;
/** Longest lead time of the hardware in cart `c`; null without hardware, and while a lead time is unknown. */
const slowestLeadDays: SQL = sql`(
  select case when bool_and(p.lead_days is not null) then max(p.lead_days) end
  from products p where p.type = 'hardware' and c.products ? p.id::text
)`;
const isOpenAndChanged = (ctx: ReadCtx): SQL => sql`
  c.user_id = ${currentUserId(ctx)} and not c.is_complete and c.attempt_id is null
  and c.seen_shipping is distinct from ${currentShipping}`;

export async function refreshShipping(ctx: ReadCtx): Promise<void> {
  await ctx.db.execute(sql`update carts c set ${setSeenShipping} where ${isOpenAndChanged(ctx)}`);
}

/**
 * Rates of the country (or of the rest of the world) at their price for the open cart. The country defaults to the
 * cart's shipping address, then to `otherwise`. Because the buyer sees these prices, the cart's own rate is refreshed
 * as well if its shipping address is in that country. @throws SHIPPING_RATE_NOT_FOUND
 */
export async function refreshShippingRates(
  ctx: ReadCtx,
  country: string | undefined,
  otherwise = sql`null::text`,
): Promise<Page<ShippingRate>> {
  const pendingRates = many(
    ctx,
    offeredRateRow,
    sql`
    with open as (
      select c.address -> 'shipping' ->> 'country' as country, cart_goods(c.products, c.seen_prices) as goods, c.quoted,
        ${slowestLeadDays} as lead_days
      from carts c where c.user_id = ${currentUserId(ctx)} and not c.is_complete
    ), destination as (
      select coalesce(${country ?? null}::text, (select country from open), ${otherwise}) as country
    ), updated as (
      update carts c set ${setSeenShipping} from destination d
      where d.country = c.address -> 'shipping' ->> 'country' and ${isOpenAndChanged(ctx)}
    )
    select
      r.id, r.country, r.option, r.price::float as price, r.full_price::float as full_price,
      r.free_from::float as free_from, r.days_min, r.days_max, (select lead_days from open) as lead_days
    from destination d, cart_offers(d.country, coalesce((select goods from open), 0), (select quoted from open)) r
    order by r.price, r.full_price, r.option`,
  );
  const [rows, calendar] = await Promise.all([pendingRates, getShopSettings(ctx)]);
  if (rows.length === 0) throw notFound("SHIPPING_RATE_NOT_FOUND");
  const paid_at = Date.now();
  return singlePage(
    rows.map(({ lead_days, ...rate }) => ({
      ...rate,
      delivery: estimateDeliveryDates({ ...rate, lead_days, paid_at }, calendar),
      delivery_by_bank: estimateDeliveryDates({ ...rate, lead_days, paid_at, is_bank_debit: true }, calendar),
    })),
  );
}
