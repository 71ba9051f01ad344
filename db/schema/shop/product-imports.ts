import { index, integer, jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../../columns.ts";

type ImportLine = {
  line: number;
  sku: string;
  name: string;
  outcome: "created" | "changed" | "unchanged" | "refused";
  product_id: string | null;
  /** The version of the product that the preview was made with. */
  updated_at: string | null;
  /** Of a changed product, by column: before and after. */
  changes: Record<string, [before: unknown, after: unknown]>;
  /** Of a new product: its columns. */
  values: Record<string, unknown>;
  problems: { column: string; message: string }[];
};

/** Files of products that were uploaded: what each line would do, until somebody confirms it. */
export const productImports = pgTable(
  "product_imports",
  {
    id: id(),
    lines: jsonb().$type<ImportLine[]>().notNull(),
    created_count: integer().notNull(),
    changed_count: integer().notNull(),
    unchanged_count: integer().notNull(),
    /** Lines with a problem: as long as there is one, nothing can be confirmed. */
    refused_count: integer().notNull(),
    created_by: uuid(),
    confirmed_at: instant(),
    confirmed_by: uuid(),
    created_at: createdAt(),
  },
  (table) => [index("product_imports_created_at").on(table.created_at, table.id)],
);
