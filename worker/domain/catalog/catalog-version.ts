import { type SQL, sql } from "drizzle-orm";
import { staticSql } from "../sql.ts";
import { ownLevel } from "./price.ts";

export type CatalogVersion = { price_level_name: string; version: number };

/**
 * All that a customer's view of the catalogue depends on, besides what they ask: the level of organization o, and a number
 * that every write to products raises in its own transaction.
 */
export const catalogVersion: SQL<CatalogVersion> = staticSql(sql`json_build_object(
  'price_level_name', ${ownLevel},
  'version', (select version from catalog_versions))`);
