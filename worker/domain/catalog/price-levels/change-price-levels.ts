import { sql } from "drizzle-orm";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/price-levels.ts";
import { unprocessable } from "../../../contract/errors.ts";
import { renamePriceLevelParts } from "../../notifications/index.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { idRow, maybeOne, writeAndRead } from "../../sql.ts";
import { type PriceLevel, priceLevelNotFound, priceLevelRow, selectLevels } from "./list-price-levels.ts";
import { setPriceSource } from "./price-source.ts";

/** Names that differ only in case count as equal. */
export async function createPriceLevel(
  ctx: Ctx,
  { name }: InputOf<typeof contract.createPriceLevel>["body"],
): Promise<PriceLevel> {
  const { isWritten, row } = await writeAndRead(
    ctx,
    sql`
    with p as (
      insert into price_levels (name) values (${name}) on conflict do nothing returning id, ${beforeAndAfter}
    ), ${audited(ctx, "createPriceLevel", "price_level", "p", { org_id: null, changes: diffRows() })}
    select 1 from p`,
    priceLevelRow,
    selectLevels(sql`where l.name = ${name}`),
  );
  if (!isWritten || !row) throw unprocessable("PRICE_LEVEL_EXISTS");
  return row;
}

/**
 * Renames a price level; a trigger and a foreign key update products and organizations in the same transaction. Their
 * rows are locked before the level, in the lock order of bulk changes of products. Saved audiences and unsent
 * notifications get the new name, too. The price history refers to the level's id. Base and synced levels cannot be
 * renamed.
 */
export async function updatePriceLevel(
  ctx: Ctx,
  id: string,
  { name, updated_at }: InputOf<typeof contract.updatePriceLevel>["body"],
): Promise<PriceLevel> {
  const { isWritten, row } = await writeAndRead(
    ctx,
    sql`
    with price_source as materialized (
      ${setPriceSource(ctx, "rename")}
    ), named as materialized (
      select l.id, l.name from price_levels l cross join price_source
      where l.id = ${id} and price_source.source is not null
    ), held as materialized (
      select p.id from products p join named on jsonb_exists(p.price_levels, named.name) order by p.id for update of p
    ), o as (
      update organizations set updated_at = greatest(now(), updated_at + interval '1 millisecond')
      from named where price_level_name = named.name and named.name <> ${name}
      returning 1
    ), p as (
      update price_levels set name = ${name}, updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = (select named.id from named where (select count(*) from held) + (select count(*) from o) >= 0)
        and not is_base and synchronized_at is null
        and updated_at = coalesce(${updated_at ?? null}::timestamptz, updated_at)
      returning id, ${beforeAndAfter}
    ), ${renamePriceLevelParts("p")},
    ${audited(ctx, "updatePriceLevel", "price_level", "p", { org_id: null, changes: diffRows() })}
    select 1 from p`,
    priceLevelRow,
    selectLevels(sql`where l.id = ${id}`),
  ).catch((error: unknown) => {
    const isTaken = violatedConstraint(error)?.startsWith("price_levels_");
    throw isTaken ? unprocessable("PRICE_LEVEL_EXISTS") : error;
  });
  if (!row) throw priceLevelNotFound();
  if (isWritten) return row;
  throw unprocessable(row.is_base || row.is_synchronized ? "PRICE_LEVEL_NOT_RENAMABLE" : "OBJECT_OUTDATED");
}

/** A trigger refuses levels in use, including levels that are assigned concurrently. */
export async function deletePriceLevel(ctx: Ctx, id: string): Promise<void> {
  const deletedRow = await maybeOne(
    ctx,
    idRow,
    sql`
    with p as (
      delete from price_levels where id = ${id} returning id, name, ${beforeAndAfter}
    ), ${audited(ctx, "deletePriceLevel", "price_level", "p", {
      org_id: null,
      data: sql`jsonb_build_object('name', p.name)`,
      changes: diffRows(),
    })}
    select id from p`,
  ).catch((error: unknown) => {
    throw violatedConstraint(error) === "price_levels_unused" ? unprocessable("PRICE_LEVEL_IN_USE") : error;
  });
  if (!deletedRow) throw priceLevelNotFound();
}
