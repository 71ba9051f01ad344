import { bigint, boolean, pgTable } from "drizzle-orm/pg-core";

/** A trigger increments `version` on every write to products, which invalidates cached replies about the catalog. */
export const catalogVersions = pgTable("catalog_versions", {
  is_only: boolean().primaryKey().default(true),
  version: bigint({ mode: "number" }).notNull().default(0),
});
