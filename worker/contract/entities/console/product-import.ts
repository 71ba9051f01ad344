import * as z from "zod/mini";
import { described, instant, uuid } from "../../fields.ts";

export const importOutcomes = ["created", "changed", "unchanged", "refused"] as const;
const line = () => described(z.int(), "Line of the file in which it begins, from 1 on");
const person = (what: string) => described(z.nullable(z.object({ id: uuid(), name: z.string() })), what);
const count = (what: string) => described(z.int(), what);

export const productImportShape = {
  id: uuid(),
  created_count: count("Lines that create a product"),
  changed_count: count("Lines that change a product"),
  unchanged_count: count("Lines that say what is there already"),
  refused_count: count("Lines with a problem; nothing can be confirmed while there is one"),
  problems: described(
    z.array(
      z.object({
        line: line(),
        sku: z.string(),
        column: described(z.string(), "Heading of the column, empty for the whole line"),
        message: z.string(),
      }),
    ),
    "What is wrong, the first 200",
  ),
  outdated: described(
    z.array(z.object({ line: line(), sku: z.string() })),
    "Lines whose products were changed or created since the preview, the first 200",
  ),
  created_at: instant(),
  created_by: person("Who uploaded it"),
  confirmed_at: described(z.nullable(instant()), "When it was written, ISO 8601 in UTC; null while it is a preview"),
  confirmed_by: person("Who confirmed it"),
};
export const productImport = z.object(productImportShape);
export type ProductImport = z.output<typeof productImport>;

export const importLine = z.object({
  line: line(),
  sku: z.string(),
  name: z.string(),
  outcome: described(z.enum(importOutcomes), "What becomes of it"),
  product_id: described(z.nullable(uuid()), "The product that it changes, null for a new one"),
  changes: described(
    z.array(
      z.object({
        field: described(z.string(), "Field of the product"),
        before: described(z.unknown(), "What is there, null for nothing"),
        after: described(z.unknown(), "What the file says"),
      }),
    ),
    "What is different; of a new product what it gets",
  ),
  problems: described(
    z.array(
      z.object({
        column: described(z.string(), "Heading of the column, empty for the whole line"),
        message: z.string(),
      }),
    ),
    "What is wrong with it",
  ),
});
export type ImportLine = z.output<typeof importLine>;
