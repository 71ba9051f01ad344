import { bigint, boolean, pgTable } from "drizzle-orm/pg-core";

/** A trigger increments the number with every write to products; invalidates caches of the catalog. */
export const catalogVersions = pgTable("catalog_versions", {
  is_only: boolean().primaryKey().default(true),
  version: bigint({ mode: "number" }).notNull().default(0),
});
