import { type SQL, sql } from "drizzle-orm";
import type { priceSources } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";

type PriceSource = Exclude<(typeof priceSources)[number], "database" | "before">;

/**
 * Tells the trigger that writes `price_changes` the source and actor of this statement's prices. Use as a materialized
 * CTE and read its `source` in the writing part: an unread CTE is not run.
 */
export const setPriceSource = ({ actor }: Ctx, source: PriceSource): SQL => {
  const actor_id = actor.kind === "user" ? actor.user_id : null;
  return sql`select set_config('crunchbox.price_source', ${JSON.stringify({ source, actor_id })}, true) as source`;
};

/** CTE that locks the price level called `name` against deletion and renaming until the transaction ends. */
export const lockPriceLevel = (name: SQL): SQL =>
  sql`level as materialized (select name from price_levels where name = ${name} for key share)`;

export const isPriceLevelLocked = (name: SQL): SQL => sql`(${name} is null or exists (select 1 from level))`;
