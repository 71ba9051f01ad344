import { type SQL, sql } from "drizzle-orm";
import { staticSql } from "../sql.ts";
import { ownLevel } from "./price.ts";

export type CatalogVersion = { price_level_name: string; version: number };

/**
 * The cache key of a customer's view of the catalog: the price level of organization o and a number that every write to
 * products increments in its own transaction.
 */
export const catalogVersion: SQL<CatalogVersion> = staticSql(sql`json_build_object(
  'price_level_name', ${ownLevel},
  'version', (select version from catalog_versions))`);
