import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { audited, diffRows, type JobCounts } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { dropScheduledPriceParts } from "./drop-scheduled-price.ts";
import { one } from "../../sql.ts";

const batchMax = 500;
const countsRow = () => z.object({ due: z.int(), applied: z.int() });

/**
 * Applies due prices and deletes their rows in the same statement, so that a killed worker applies all prices of a
 * batch or none, and concurrent workers apply each once. Of several due prices for a product and level, the latest
 * wins. Prices of products that NetSuite took over are dropped with an audit entry. The price history names the user
 * who scheduled each price.
 */
export async function applyScheduledPrices(ctx: Ctx): Promise<JobCounts> {
  const totals = { found: 0, processed: 0 };
  for (;;) {
    const { due, applied } = await applyBatch(ctx);
    if (applied > 0) ctx.changed.add("product");
    totals.found += due;
    totals.processed += applied;
    if (due < batchMax) return totals;
  }
}

const applyBatch = (ctx: Ctx) =>
  one(
    ctx,
    countsRow,
    sql`
    with due as materialized (
      select * from scheduled_prices where starts_at <= now() order by starts_at, id limit ${batchMax} for update
    ), last as materialized (
      select distinct on (product_id, level) * from due order by product_id, level, starts_at desc, id desc
    ), price_source as materialized (
      select set_config('crunchbox.price_source', json_build_object(
        'source', 'scheduled', 'actors', (select json_object_agg(product_id || ' ' || level, created_by) from last)
      )::text, true) as source
    ), held as materialized (
      select p.id, p.price_levels, p.net_suite_id from products p
      where p.id in (select product_id from last) order by p.id for no key update
    ), next as (
      select h.id, jsonb_strip_nulls(h.price_levels || jsonb_object_agg(l.level, l.price)) as price_levels
      from last l join held h on h.id = l.product_id cross join price_source
      where price_source.source is not null and h.net_suite_id is null
      group by h.id, h.price_levels
    ), p as (
      update products
      set price_levels = next.price_levels, updated_at = greatest(now(), products.updated_at + interval '1 millisecond')
      from next where products.id = next.id and products.price_levels is distinct from next.price_levels
      returning with (old as was, new as is_now) products.id, to_jsonb(was) as before, to_jsonb(is_now) as after
    ), gone as (
      delete from scheduled_prices where id in (select id from due) returning *
    ), ${audited(ctx, "applyScheduledPrices", "product", "p", { org_id: null, changes: diffRows() })},
    ${dropScheduledPriceParts(ctx)}
    select (select count(*)::int from gone) as due, (select count(*)::int from next) as applied`,
    () => new Error("a count returned no row"),
  );
