import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt } from "../../columns.ts";
import { legalKinds } from "../../enums.ts";

/** Every version stays, because orders name the one that was accepted; the newest of a kind holds. Sanitised when it is read. */
export const legalTexts = pgTable(
  "legal_texts",
  {
    kind: text({ enum: legalKinds }).notNull(),
    version: text().notNull(),
    title: text().notNull(),
    html: text().notNull(),
    created_at: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.version] })],
);
