import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { priceLevel, priceLevelShape } from "../../../contract/entities/price-level.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { maybeOne, one, many, texts } from "../../sql.ts";

export type PriceLevel = z.output<typeof priceLevel>;
const nameRow = () => z.object({ name: z.string() });
export const priceLevelRow = () => priceLevel;

const columns = selectFields(priceLevelShape, "l", {
  is_synchronized: sql`l.synchronized_at is not null`,
  product_count: sql`coalesce(priced.n, 0)`,
  organization_count: sql`coalesce(held.n, 0)
    + case when l.is_base then coalesce((select n from held where name is null), 0) else 0 end`,
});

/** Organizations without a level count for the base level. */
export const selectLevels = (where: SQL): SQL => sql`
    with priced as (
      select k.name, count(*)::int as n from products p cross join lateral jsonb_object_keys(p.price_levels) k (name)
      group by 1
    ), held as (
      select price_level_name as name, count(*)::int as n from organizations group by 1
    )
    select ${columns}
    from price_levels l left join priced on priced.name = l.name left join held on held.name = l.name
    ${where}
    order by not l.is_base, lower(l.name)`;

export const listPriceLevels = async (ctx: ReadCtx): Promise<Page<PriceLevel>> =>
  singlePage(await many(ctx, priceLevelRow, selectLevels(sql``)));

/** Names without counts, which would read all products and organizations; the base level first. */
export const listPriceLevelNames = async (ctx: ReadCtx): Promise<string[]> =>
  (await many(ctx, nameRow, sql`select l.name from price_levels l order by not l.is_base, lower(l.name)`)).map(
    ({ name }) => name,
  );

export const priceLevelNotFound = () => notFound("PRICE_LEVEL_NOT_FOUND");

export const getPriceLevel = (ctx: ReadCtx, id: string): Promise<PriceLevel> =>
  one(ctx, priceLevelRow, selectLevels(sql`where l.id = ${id}`), priceLevelNotFound);

/** @throws PRODUCT_PRICE_LEVEL_NOT_FOUND about the first unknown name */
export async function requirePriceLevels(ctx: Ctx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const missingLevel = await maybeOne(
    ctx,
    nameRow,
    sql`
    select named.name from unnest(${texts(names)}) with ordinality named (name, place)
    where not exists (select 1 from price_levels l where l.name = named.name)
    order by named.place limit 1`,
  );
  if (missingLevel) throw unprocessable("PRODUCT_PRICE_LEVEL_NOT_FOUND").about(missingLevel.name);
}
