import { sql } from "drizzle-orm";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { one } from "../../sql.ts";
import { type AdminRate, rateColumns, rateRow } from "./rate-rows.ts";

export const getShippingRate = (ctx: ReadCtx, id: string): Promise<AdminRate> =>
  one(ctx, rateRow, sql`select ${rateColumns} from shipping_rates r where r.id = ${id}`, () =>
    notFound("SHIPPING_RATE_NOT_FOUND"),
  );
