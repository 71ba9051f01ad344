import { bigint, boolean, pgTable } from "drizzle-orm/pg-core";

/** One row, whose number a trigger raises with every write to products: what was kept of the catalogue holds as long as it. */
export const catalogVersions = pgTable("catalog_versions", {
  is_only: boolean().primaryKey().default(true),
  version: bigint({ mode: "number" }).notNull().default(0),
});
