import * as z from "zod/mini";
import { describe, instant, uuid } from "../fields.ts";

export const priceLevelShape = {
  id: uuid(),
  name: z.string(),
  is_base: describe(z.boolean(), "Whether it applies to visitors and to organizations without a price level"),
  is_synchronized: describe(z.boolean(), "Whether it comes from the accounting system, where its name is changed"),
  product_count: describe(z.int(), "Number of products with a price at this level"),
  organization_count: describe(z.int(), "Number of organizations at this level"),
  created_at: instant(),
  updated_at: instant(),
};
export const priceLevel = z.object(priceLevelShape);
