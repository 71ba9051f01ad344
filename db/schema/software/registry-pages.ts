import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";

/**
 * Responses of the registry whose releases were all imported. A request with the ETag does not count towards GitHub's
 * rate limit if nothing has changed.
 */
export const registryPages = pgTable("registry_pages", {
  address: text().primaryKey(),
  etag: text().notNull(),
  records: integer().notNull(),
  next: integer(),
  read_at: createdAt(),
});
