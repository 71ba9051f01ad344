import { sql } from "drizzle-orm";
import { pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "../../columns.ts";

/** A trigger on organizations adds unknown industries. */
export const industries = pgTable(
  "industries",
  { id: id(), name: text().notNull(), created_at: createdAt(), updated_at: updatedAt() },
  (table) => [
    unique("industries_name").on(table.name),
    uniqueIndex("industries_lower_name").on(sql`lower(btrim(${table.name}))`),
  ],
);
