import { sql } from "drizzle-orm";
import { notFound } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { one } from "../../sql.ts";
import { type AdminRate, rateColumns, rateRow } from "./rate-rows.ts";

export const deleteShippingRate = (ctx: Ctx, id: string): Promise<AdminRate> =>
  one(
    ctx,
    rateRow,
    sql`
    with r as (
      delete from shipping_rates where id = ${id} returning old.*, ${beforeAndAfter}
    ), ${audited(ctx, "deleteShippingRate", "shipping_rate", "r", {
      org_id: null,
      data: sql`jsonb_build_object('option', r.option)`,
      changes: diffRows(),
    })}
    select ${rateColumns} from r`,
    () => notFound("SHIPPING_RATE_NOT_FOUND"),
  );
