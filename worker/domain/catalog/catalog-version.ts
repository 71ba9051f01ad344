import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../context.ts";
import { maybeOnePrepared, type RowOf } from "../sql.ts";
import { currentPriceLevel } from "./price.ts";

const catalogVersion = () => z.object({ price_level_name: z.string(), version: z.string() });
export type CatalogVersion = RowOf<typeof catalogVersion>;

/**
 * Cache key of a customer's view of the catalog: the price level and a number that every write to products increments
 * in its own transaction. Undefined for visitors, whose replies are cached by URL and purged after a change (ADR-061).
 */
export async function findCatalogVersion(ctx: ReadCtx): Promise<CatalogVersion | undefined> {
  if (ctx.actor.kind === "visitor") return undefined;
  return maybeOnePrepared(
    ctx,
    catalogVersion,
    sql`select ${currentPriceLevel(ctx)} as price_level_name, version::text as version from catalog_versions`,
  );
}
