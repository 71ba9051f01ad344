import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { priceSources } from "../../../../db/enums.ts";
import { basePriceLevel } from "../price.ts";
import type { ReadCtx } from "../../context.ts";
import { type RowOf, many } from "../../sql.ts";
import { priceChangeColumns } from "./price-history.ts";

const levelPrice = () =>
  z.object({
    level: z.string(),
    /** US cents; null if customers of this level cannot buy the product. */
    price: z.nullable(z.int()),
    /** Customers at this level; those without a level count at the base price. */
    organizations: z.int(),
    since: z.nullable(
      z.object({
        level: z.string(),
        price: z.nullable(z.int()),
        changed_at: z.string(),
        source: z.enum(priceSources),
        by: z.nullable(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
  });
export type LevelPrice = RowOf<typeof levelPrice>;

export const listLevelPrices = (ctx: ReadCtx, product_id: string): Promise<LevelPrice[]> =>
  many(
    ctx,
    levelPrice,
    sql`
    with p as (select id, price_levels from products where id = ${product_id}),
    held as (
      select coalesce(price_level_name, ${basePriceLevel}) as level, count(*)::int as n
      from organizations where not is_house
      group by 1
    ), levels as (
      select jsonb_object_keys(p.price_levels) as level from p
      union select level from held
      union select ${basePriceLevel}
    )
    select levels.level, (p.price_levels ->> levels.level)::float as price, coalesce(held.n, 0) as organizations,
      (
        select to_json(newest) from (
          select ${priceChangeColumns} from price_changes c
          where c.product_id = p.id and c.level = levels.level
          order by c.changed_at desc, c.id desc limit 1
        ) newest
      ) as since
    from p cross join levels left join held on held.level = levels.level
    order by levels.level <> ${basePriceLevel}, levels.level`,
  );
