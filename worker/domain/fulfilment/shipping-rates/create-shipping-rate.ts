import { sql } from "drizzle-orm";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { one } from "../../sql.ts";
import { type AdminRate, rateColumns, type RateFields, rateRow, refuseRate } from "./rate-rows.ts";

export async function createShippingRate(ctx: Ctx, rate: RateFields): Promise<AdminRate> {
  const {
    country,
    option,
    price,
    days_min = null,
    days_max = null,
    free_from = null,
    service = null,
    is_active = true,
  } = rate;
  return one(
    ctx,
    rateRow,
    sql`
    with r as (
      insert into shipping_rates (country, option, price, days_min, days_max, free_from, service, is_active)
      values (${country}, ${option}, ${price}, ${days_min}, ${days_max}, ${free_from}, ${service}, ${is_active})
      returning *, ${beforeAndAfter}
    ), ${audited(ctx, "createShippingRate", "shipping_rate", "r", {
      org_id: null,
      data: sql`jsonb_build_object('option', r.option)`,
      changes: diffRows(),
    })}
    select ${rateColumns} from r`,
    () => new Error("an insert answered nothing"),
  ).catch(refuseRate);
}
