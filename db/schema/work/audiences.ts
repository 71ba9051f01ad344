import { sql } from "drizzle-orm";
import { jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../../columns.ts";

/**
 * Named conditions for the recipients of notifications. A notification copies the conditions, so later edits of the
 * audience do not affect it.
 */
export const audiences = pgTable(
  "audiences",
  {
    id: id(),
    name: text().notNull(),
    audience: jsonb().$type<Record<string, unknown>>().notNull(),
    created_by: uuid(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [uniqueIndex("audiences_lower_name").on(sql`lower(btrim(${table.name}))`)],
);
