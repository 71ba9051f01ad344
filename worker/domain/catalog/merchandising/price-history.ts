import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { priceSources } from "../../../../db/enums.ts";
import type { ReadCtx } from "../../context.ts";
import { iso, type RowOf, many } from "../../sql.ts";

const priceChange = () =>
  z.object({
    level: z.string(),
    /** US cents; null if the price at this level was removed. */
    price: z.nullable(z.int()),
    changed_at: z.string(),
    source: z.enum(priceSources),
    /** User who changed, imported or scheduled the price; null for a job, such as the sync, or if unknown. */
    by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  });
export type PriceChange = RowOf<typeof priceChange>;

export const priceChangeColumns: SQL = sql`
  c.level, c.price::float as price, c.source, ${iso("c.changed_at")} as changed_at,
  (
    select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
    from users u where u.id = c.actor_id
  ) as by`;

const changesMax = 50;

/**
 * Newest first, at most 50; includes prices under former names of the level. With `at` (ISO 8601), only changes up to
 * that instant, so that the first entry was in force then.
 */
export const listPriceHistory = (
  ctx: ReadCtx,
  product_id: string,
  level: string,
  at?: string,
): Promise<PriceChange[]> =>
  many(
    ctx,
    priceChange,
    sql`
    select ${priceChangeColumns} from price_changes c
    where c.product_id = ${product_id}
      and (
        c.level_id = (select id from price_levels where name = ${level})
        or (c.level = ${level} and not exists (select 1 from price_levels l where l.id = c.level_id))
      )
      and c.changed_at <= coalesce(${at ?? null}::timestamptz, 'infinity')
    order by c.changed_at desc, c.id desc
    limit ${changesMax}`,
  );
