import { sql } from "drizzle-orm";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { type AdminRate, rateColumns, rateRow } from "./rate-rows.ts";

type RateQuery = ListQuery & { country?: string | undefined; is_active?: boolean | undefined };

/** Sorting by country puts the rest of the world last and, within a country, the cheapest rate first. */
export const listAdminShippingRates = (ctx: ReadCtx, query: RateQuery): Promise<Page<AdminRate>> =>
  readPage(ctx, query, {
    shape: rateRow,
    columns: rateColumns,
    from: sql`shipping_rates r`,
    where: [
      query.country && sql`coalesce(r.country, 'NONE') = upper(${query.country})`,
      query.is_active !== undefined && sql`r.is_active = ${query.is_active}`,
    ],
    text: sql`r.option`,
    alias: "r",
    sorts: { country: sql`(coalesce(r.country, 'ZZ') || lpad(r.price::text, 12, '0'))` },
  });
