import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { audited, diffRows, ownChangesPart } from "../platform/index.ts";
import type { Ctx, ReadCtx } from "../context.ts";
import { lockPriceLevel, isPriceLevelLocked } from "../catalog/index.ts";
import { exists, one, type RowOf, uuids } from "../sql.ts";
import { outdateCartsPart } from "./outdated-carts.ts";

const effectsRow = () =>
  z.object({
    /** Number of products on sale; `levels` counts those with a price at each level. */
    sold: z.int(),
    levels: z.array(z.object({ name: z.string(), priced: z.int() })),
    /** The organization's open carts with items, whose buyers must confirm again after a change. */
    open_carts: z.int(),
  });
export type PriceLevelEffects = RowOf<typeof effectsRow>;

export const readPriceLevelEffects = (ctx: ReadCtx, org_id?: string): Promise<PriceLevelEffects> =>
  one(
    ctx,
    effectsRow,
    sql`
    with p as (
      select price_levels, is_active and is_published and not is_archived as is_sold from products
    )
    select
      (select count(*)::int from p where is_sold) as sold,
      coalesce((
        select json_agg(json_build_object('name', l.name, 'priced', coalesce(counted.priced, 0)) order by l.name)
        from price_levels l left join (
          select level.key as name, count(*) filter (where p.is_sold and level.value <> 'null')::int as priced
          from p, jsonb_each(p.price_levels) level group by level.key
        ) counted on counted.name = l.name
      ), '[]') as levels,
      (
        select count(*)::int from carts c
        where c.org_id = ${org_id ?? null} and not c.is_complete and c.attempt_id is null and c.products <> '{}'
      ) as open_carts`,
    () => new Error("a count returned no row"),
  );

const outcomeRow = () => z.object({ unknown_id: z.nullable(z.string()), is_gone: z.boolean() });

/**
 * Sets the price level of all given organizations or of none; null is the base price. Organizations at that level are
 * skipped; the carts of the others become outdated (CART_OUTDATED, T10). The level is locked against deletion. @throws
 * ORG_NOT_FOUND about the first missing organization, PRODUCT_PRICE_LEVEL_NOT_FOUND
 */
export async function setPriceLevel(ctx: Ctx, org_ids: string[], price_level_name: string | null): Promise<void> {
  const level = sql`${price_level_name || null}::text`;
  const { unknown_id, is_gone } = await one(
    ctx,
    outcomeRow,
    sql`
    with ${lockPriceLevel(level)}, missing as materialized (
      select named.id from unnest(${uuids(org_ids)}) with ordinality named (id, place)
      where not exists (select 1 from organizations known where known.id = named.id)
      order by named.place limit 1
    ), old as (
      select id from organizations
      where id = any(${uuids(org_ids)}) and price_level_name is distinct from ${level}
        and not exists (select 1 from missing) and ${isPriceLevelLocked(level)}
      order by id for update
    ), o as (
      update organizations
      set price_level_name = ${level}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
      from old where organizations.id = old.id
      returning with (old as was, new as is_now)
        organizations.id, true as has_new_level, to_jsonb(was) as before, to_jsonb(is_now) as after
    ), ${outdateCartsPart},
    ${audited(ctx, "updateOrganization", "organization", "o", {
      org_id: sql`o.id`,
      data: { fields: ["price_level_name"] },
      changes: diffRows(),
    })}
    select (select id from missing) as unknown_id, not ${isPriceLevelLocked(level)} as is_gone`,
    () => new Error("a select without tables returned no row"),
  );
  if (is_gone) throw unprocessable("PRODUCT_PRICE_LEVEL_NOT_FOUND");
  if (unknown_id !== null) throw notFound("ORG_NOT_FOUND").about(unknown_id);
}

/**
 * Undoes a `setPriceLevel` request of the user from the last seconds, for all its organizations or none.
 * @throws OBJECT_OUTDATED if it is too late, an organization has another level since, or a former level no longer
 * exists
 */
export async function undoPriceLevel(ctx: Ctx, request_id: string): Promise<void> {
  const [formerLevel, currentLevel] = [
    sql`undone.changes #>> '{price_level_name,0}'`,
    sql`undone.changes #>> '{price_level_name,1}'`,
  ];
  const isDone = await exists(
    ctx,
    sql`
    with ${ownChangesPart(ctx, "updateOrganization", request_id)}, levels as materialized (
      select name from price_levels where name in (select ${formerLevel} from undone) order by name for key share
    ), held as (
      select organizations.id
      from organizations join undone on undone.id = organizations.id
      where organizations.price_level_name is not distinct from ${currentLevel}
        and (${formerLevel} is null or ${formerLevel} in (select name from levels))
      order by organizations.id for update of organizations
    ), o as (
      update organizations
      set price_level_name = ${formerLevel}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
      from undone
      where organizations.id = undone.id and organizations.id in (select id from held)
        and (select count(*) from held) = (select count(*) from undone)
      returning with (old as was, new as is_now)
        organizations.id, true as has_new_level, to_jsonb(was) as before, to_jsonb(is_now) as after
    ), ${outdateCartsPart},
    ${audited(ctx, "updateOrganization", "organization", "o", {
      org_id: sql`o.id`,
      data: { fields: ["price_level_name"] },
      changes: diffRows(),
    })}
    select 1 from o`,
  );
  if (!isDone) throw unprocessable("OBJECT_OUTDATED");
}
