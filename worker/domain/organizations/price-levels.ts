import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { audited, changesOf } from "../audit/index.ts";
import type { Ctx } from "../context.ts";
import { first, idRow, required, rowsOf, type RowOf, uuids } from "../sql.ts";
import { outdatedCarts } from "./outdated-carts.ts";

const nameRow = () => z.object({ name: z.string() });

/**
 * The price levels that products know, in alphabetical order. Every price that a product ever had is a row of `price_changes`, so
 * each level is found there behind the one before it (https://wiki.postgresql.org/wiki/Loose_indexscan), and is one as long as
 * one of its products knows it.
 */
export const listPriceLevels = async (ctx: Ctx): Promise<{ data: RowOf<typeof nameRow>[] }> => ({
  data: await rowsOf(
    ctx,
    nameRow,
    sql`
    with recursive ever (name) as (
      (select level from price_changes order by level limit 1)
      union all
      select (select c.level from price_changes c where c.level > e.name order by c.level limit 1)
      from ever e where e.name is not null
    )
    select e.name
    from ever e cross join lateral (
      select 1 from price_changes c
      where c.level = e.name
        and (select jsonb_exists(p.price_levels, e.name) from products p where p.id = c.product_id)
      limit 1
    ) known
    order by 1`,
  ),
});

/** Throws PRODUCT_PRICE_LEVEL_NOT_FOUND for a level that no product knows. */
export async function requirePriceLevel(ctx: Ctx, level: string | null | undefined): Promise<void> {
  if (!level) return;
  await required(
    ctx,
    () => z.object({ is_known: z.literal(1) }),
    sql`select 1 as is_known from products where jsonb_exists(price_levels, ${level}) limit 1`,
    () => unprocessable("PRODUCT_PRICE_LEVEL_NOT_FOUND"),
  );
}

const effects = () =>
  z.object({
    /** How many products are sold, and at each level how many of them have a price. */
    sold: z.int(),
    levels: z.array(z.object({ name: z.string(), priced: z.int() })),
    /** Open carts of the organization with something in them: their buyers are asked again after a change. */
    open_carts: z.int(),
  });
export type PriceLevelEffects = RowOf<typeof effects>;

/** What becomes of an organization at each price level; without one, of any. */
export const readPriceLevelEffects = (ctx: Ctx, org_id?: string): Promise<PriceLevelEffects> =>
  required(
    ctx,
    effects,
    sql`
    with p as (
      select price_levels, is_active and is_published and not is_archived as is_sold from products
    )
    select
      (select count(*)::int from p where is_sold) as sold,
      coalesce((
        select json_agg(json_build_object('name', name, 'priced', priced) order by name)
        from (
          select level.key as name, count(*) filter (where p.is_sold and level.value <> 'null')::int as priced
          from p, jsonb_each(p.price_levels) level group by level.key
        ) counted
      ), '[]') as levels,
      (
        select count(*)::int from carts c
        where c.org_id = ${org_id ?? null} and not c.is_complete and c.attempt_id is null and c.products <> '{}'
      ) as open_carts`,
    () => new Error("a count answered nothing"),
  );

/**
 * Gives organizations a price level, null for the base price, all or none; those that have it already stay as they are. Carts
 * of the others ask their buyers again (CART_OUTDATED, T10). Throws ORG_NOT_FOUND (of the first that is not there),
 * PRODUCT_PRICE_LEVEL_NOT_FOUND.
 */
export async function setPriceLevel(ctx: Ctx, org_ids: string[], price_level_name: string | null): Promise<void> {
  await requirePriceLevel(ctx, price_level_name);
  const level = sql`${price_level_name || null}::text`;
  const unknown = await first(
    ctx,
    idRow,
    sql`
    with missing as materialized (
      select asked.id from unnest(${uuids(org_ids)}) with ordinality asked (id, place)
      where not exists (select 1 from organizations known where known.id = asked.id)
      order by asked.place limit 1
    ), old as (
      select id from organizations
      where id = any(${uuids(org_ids)}) and price_level_name is distinct from ${level}
        and not exists (select 1 from missing)
      order by id for update
    ), o as (
      update organizations
      set price_level_name = ${level}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
      from old where organizations.id = old.id
      returning with (old as was, new as is_now)
        organizations.id, true as has_new_level, to_jsonb(was) as before, to_jsonb(is_now) as after
    ), ${outdatedCarts},
    ${audited(ctx, "updateOrganization", "organization", "o", {
      org_id: sql`o.id`,
      data: { fields: ["price_level_name"] },
      changes: changesOf(),
    })}
    select id from missing`,
  );
  if (unknown) throw notFound("ORG_NOT_FOUND").about(unknown.id);
}
