import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";
import { legalKinds } from "../../enums.ts";

/**
 * Every version that was in force stays, because orders name the one that was accepted. The version in force is the newest of
 * its kind by `valid_from` that has begun. Sanitised again when it is read.
 */
export const legalTexts = pgTable(
  "legal_texts",
  {
    kind: text({ enum: legalKinds }).notNull(),
    version: text().notNull(),
    title: text().notNull(),
    html: text().notNull(),
    valid_from: createdAt(),
    /** Null for what a command wrote. */
    created_by: uuid(),
    created_at: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.version] })],
);
