import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";

/** Answers of the registry of builds all of which was imported: asked for again by the ETag, an unchanged one costs nothing. */
export const registryPages = pgTable("registry_pages", {
  address: text().primaryKey(),
  etag: text().notNull(),
  /** How many releases it told of. */
  records: integer().notNull(),
  /** The page that it said comes next. */
  next: integer(),
  read_at: createdAt(),
});
