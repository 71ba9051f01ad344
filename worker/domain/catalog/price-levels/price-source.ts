import { type SQL, sql } from "drizzle-orm";
import type { priceSources } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";

type PriceSource = Exclude<(typeof priceSources)[number], "database" | "before">;

/**
 * Tells the trigger that writes `price_changes` where the prices of this statement come from and who asked for them. For a
 * materialized part of the statement, whose `source` the writing part must read: a part that nobody reads is not run.
 */
export const priceSource = ({ actor }: Ctx, source: PriceSource): SQL => {
  const actor_id = actor.kind === "user" ? actor.user_id : null;
  return sql`select set_config('crunchbox.price_source', ${JSON.stringify({ source, actor_id })}, true) as source`;
};

/** A part of a statement: the price level of that name, held until the transaction ends so that nobody deletes or renames it. */
export const heldPriceLevel = (name: SQL): SQL =>
  sql`level as materialized (select name from price_levels where name = ${name} for key share)`;

/** Whether the level of `heldPriceLevel` is there, or none was named. */
export const isPriceLevelHeld = (name: SQL): SQL => sql`(${name} is null or exists (select 1 from level))`;
