import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { priceSources } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";
import { iso, type RowOf, many } from "../../sql.ts";

const priceChange = () =>
  z.object({
    level: z.string(),
    /** In US cents; null: from then on there was none at this level. */
    price: z.nullable(z.int()),
    changed_at: z.string(),
    /** Where it came from (db/enums.ts). */
    source: z.enum(priceSources),
    /** The person who changed it, or asked for that synchronisation; null for a job and where it is not known. */
    by: z.nullable(z.object({ id: z.string(), name: z.string() })),
  });
/** A price that a product got at a level: which, when, and from where. */
export type PriceChange = RowOf<typeof priceChange>;

/** Columns of price change c. */
export const priceChangeColumns: SQL = sql`
  c.level, c.price::float as price, c.source, ${iso("c.changed_at")} as changed_at,
  (
    select json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name)
    from users u where u.id = c.actor_id
  ) as by`;

const shownMax = 50;

/**
 * The prices that a product has had at a level, also under its former names, newest first, at most 50; with `at`, an instant in ISO 8601, only those up to
 * then, so that the first of them was in force at that moment. Empty where the level never had a price until then, and for what
 * was before the history began. For administrators; reads in the round trip of the session.
 */
export const priceHistory = (ctx: Ctx, product_id: string, level: string, at?: string): Promise<PriceChange[]> =>
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
    limit ${shownMax}`,
  );
