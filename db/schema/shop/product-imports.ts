import { index, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";

type ImportLine = {
  line: number;
  sku: string;
  name: string;
  outcome: "created" | "changed" | "unchanged" | "refused";
  product_id: string | null;
  /** Version of the product at the time of the preview. */
  updated_at: string | null;
  /** Changed columns with the values before and after. */
  changes: Record<string, [before: unknown, after: unknown]>;
  /** Columns of a new product. */
  values: Record<string, unknown>;
  problems: { column: string; message: string }[];
};

/** Uploaded product files with the effect of each line, until they are confirmed. */
export const productImports = pgTable(
  "product_imports",
  {
    id: id(),
    lines: jsonb().$type<ImportLine[]>().notNull(),
    created_count: integer().notNull(),
    changed_count: integer().notNull(),
    unchanged_count: integer().notNull(),
    /** Lines with a problem; any of them blocks the confirmation. */
    refused_count: integer().notNull(),
    created_by: uuid(),
    confirmed_at: instant(),
    confirmed_by: uuid(),
    created_at: createdAt(),
  },
  (table) => [index("product_imports_created_at").on(table.created_at, table.id)],
);
