import * as z from "zod/mini";
import { described, instant } from "../fields.ts";
import { imageTypes } from "../image-path.ts";

/** A picture of a product: an uploaded one, or one by an address that somebody typed, of which nothing but that is known. */
export const productImageShape = {
  id: described(z.nullable(z.string()), "Null for a picture that was not uploaded but is shown from an address"),
  address: described(z.string(), "Where it is; a path is one of the shop"),
  alt_text: described(z.string(), "What it shows, for those who do not see it; empty where the product's name says it"),
  content_type: described(z.nullable(z.enum(Object.values(imageTypes))), "Media type; null when it was not uploaded"),
  width: described(z.nullable(z.int()), "In pixels; null when it was not uploaded"),
  height: described(z.nullable(z.int()), "In pixels; null when it was not uploaded"),
  bytes: described(z.nullable(z.int()), "Size of the file; null when it was not uploaded"),
  is_shown: described(z.boolean(), "Whether it stands among the product's main_image and other_images"),
  created_at: z.nullable(instant()),
};
export const productImage = z.object(productImageShape);
