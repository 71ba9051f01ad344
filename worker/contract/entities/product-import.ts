import * as z from "zod/mini";
import { describe, instant, uuid } from "../fields.ts";

export const importOutcomes = ["created", "changed", "unchanged", "refused"] as const;
const line = () => describe(z.int(), "First line in the file, counted from 1");
const userRef = (description: string) => describe(z.nullable(z.object({ id: uuid(), name: z.string() })), description);
const count = (description: string) => describe(z.int(), description);

export const productImportShape = {
  id: uuid(),
  created_count: count("Lines that create a product"),
  changed_count: count("Lines that change a product"),
  unchanged_count: count("Lines without a change"),
  refused_count: count("Lines with a problem, which block the confirmation"),
  problems: describe(
    z.array(
      z.object({
        line: line(),
        sku: z.string(),
        column: describe(z.string(), "Column heading; empty: the whole line"),
        message: z.string(),
      }),
    ),
    "First 200 problems",
  ),
  outdated: describe(
    z.array(z.object({ line: line(), sku: z.string() })),
    "First 200 lines with products changed or created since the preview",
  ),
  created_at: instant(),
  created_by: userRef("User who uploaded it"),
  confirmed_at: describe(z.nullable(instant()), "Time of the confirmation, ISO 8601 in UTC; null: still a preview"),
  confirmed_by: userRef("User who confirmed it"),
};
export const productImport = z.object(productImportShape);
export type ProductImport = z.output<typeof productImport>;

export const importLine = z.object({
  line: line(),
  sku: z.string(),
  name: z.string(),
  outcome: describe(z.enum(importOutcomes), "Outcome"),
  product_id: describe(z.nullable(uuid()), "Product that it changes; null: a new product"),
  changes: describe(
    z.array(
      z.object({
        field: describe(z.string(), "Field of the product"),
        before: describe(z.unknown(), "Current value; null: none"),
        after: describe(z.unknown(), "Value in the file"),
      }),
    ),
    "Changed fields; for a new product all given fields",
  ),
  problems: describe(
    z.array(
      z.object({
        column: describe(z.string(), "Column heading; empty: the whole line"),
        message: z.string(),
      }),
    ),
    "Problems of the line",
  ),
});
export type ImportLine = z.output<typeof importLine>;
