import * as z from "zod/mini";
import { described, instant, uuid } from "../fields.ts";

export const priceLevelShape = {
  id: uuid(),
  name: z.string(),
  is_base: described(z.boolean(), "Whether it applies to visitors and to organizations without a price level"),
  is_synchronized: described(z.boolean(), "Whether it comes from the accounting system, where its name is changed"),
  product_count: described(z.int(), "Number of products with a price at this level"),
  organization_count: described(z.int(), "Number of organizations at this level"),
  created_at: instant(),
  updated_at: instant(),
};
export const priceLevel = z.object(priceLevelShape);
