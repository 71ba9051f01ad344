import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";
import { imageTypes } from "../image-path.ts";

export const productImageShape = {
  id: describe(z.nullable(z.string()), "Null: not uploaded, shown from a URL"),
  address: describe(z.string(), "URL, or a path of this shop"),
  alt_text: describe(z.string(), "Alternative text; empty: the product name describes it"),
  content_type: describe(z.nullable(z.enum(Object.values(imageTypes))), "Media type; null: not uploaded"),
  width: describe(z.nullable(z.int()), "In pixels; null: not uploaded"),
  height: describe(z.nullable(z.int()), "In pixels; null: not uploaded"),
  bytes: describe(z.nullable(z.int()), "File size; null: not uploaded"),
  is_shown: describe(z.boolean(), "Whether the product's main_image or other_images show it"),
  created_at: z.nullable(instant()),
};
export const productImage = z.object(productImageShape);
