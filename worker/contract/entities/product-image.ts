import * as z from "zod/mini";
import { described, instant } from "../fields.ts";
import { imageTypes } from "../image-path.ts";

export const productImageShape = {
  id: described(z.nullable(z.string()), "Null: not uploaded, shown from a URL"),
  address: described(z.string(), "URL, or a path of this shop"),
  alt_text: described(z.string(), "Alternative text; empty: the product name describes it"),
  content_type: described(z.nullable(z.enum(Object.values(imageTypes))), "Media type; null: not uploaded"),
  width: described(z.nullable(z.int()), "In pixels; null: not uploaded"),
  height: described(z.nullable(z.int()), "In pixels; null: not uploaded"),
  bytes: described(z.nullable(z.int()), "File size; null: not uploaded"),
  is_shown: described(z.boolean(), "Whether the product's main_image or other_images show it"),
  created_at: z.nullable(instant()),
};
export const productImage = z.object(productImageShape);
