import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";

/** Registry responses whose releases were all imported, requested again with their ETag: an unchanged one is free. */
export const registryPages = pgTable("registry_pages", {
  address: text().primaryKey(),
  etag: text().notNull(),
  records: integer().notNull(),
  next: integer(),
  read_at: createdAt(),
});
