import { sql } from "drizzle-orm";
import { shippingRate } from "../../contract/entities/cart.ts";
import type { Ctx } from "../context.ts";
import { type RowOf, rowsOf } from "../sql.ts";

const rateRow = () => shippingRate;
export type Rate = RowOf<typeof rateRow>;

/** All shipping rates, by country. */
export const listRates = async (ctx: Ctx): Promise<Rate[]> =>
  rowsOf(
    ctx,
    rateRow,
    sql`
    select r.id, r.country, r.option, r.price::float as price, r.days_min, r.days_max
    from shipping_rates r
    order by r.country nulls last, r.price, r.option`,
  );
