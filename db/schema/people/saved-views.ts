import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "../../columns.ts";
import { users } from "./users.ts";

export const savedViews = pgTable(
  "saved_views",
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Path of the list's page. */
    list: text().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [uniqueIndex("saved_views_name_unique").on(table.user_id, table.list, sql`lower(${table.name})`)],
);
