import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";
import { legalKinds } from "../../enums.ts";

/**
 * All versions are retained, because orders refer to the accepted one. The current version is the newest of its kind
 * whose `valid_from` has passed. `html` is sanitized again on reading.
 */
export const legalTexts = pgTable(
  "legal_texts",
  {
    kind: text({ enum: legalKinds }).notNull(),
    version: text().notNull(),
    title: text().notNull(),
    html: text().notNull(),
    valid_from: createdAt(),
    created_by: uuid(),
    created_at: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.version] })],
);
