import { index, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";

type ImportLine = {
  line: number;
  sku: string;
  name: string;
  outcome: "created" | "changed" | "unchanged" | "refused";
  product_id: string | null;
  /** The product's version at the time of the preview. */
  updated_at: string | null;
  changes: Record<string, [before: unknown, after: unknown]>;
  values: Record<string, unknown>;
  problems: { column: string; message: string }[];
};

/** Imports of uploaded files. A preview is retained for a day, a confirmed import for 30 days. */
export const productImports = pgTable(
  "product_imports",
  {
    id: id(),
    lines: jsonb().$type<ImportLine[]>().notNull(),
    created_count: integer().notNull(),
    changed_count: integer().notNull(),
    unchanged_count: integer().notNull(),
    /** A single line with a problem blocks the confirmation. */
    refused_count: integer().notNull(),
    created_by: uuid(),
    confirmed_at: instant(),
    confirmed_by: uuid(),
    created_at: createdAt(),
  },
  (table) => [index("product_imports_created_at").on(table.created_at, table.id)],
);
