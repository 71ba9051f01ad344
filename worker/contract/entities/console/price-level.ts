import * as z from "zod/mini";
import { described, instant, uuid } from "../../fields.ts";

export const priceLevelShape = {
  id: uuid(),
  name: z.string(),
  is_base: described(z.boolean(), "Whether visitors and organizations without a level have it"),
  is_synchronized: described(z.boolean(), "Whether the accounting system brings it: its name is changed there"),
  product_count: described(z.int(), "How many products have a price at this level"),
  organization_count: described(z.int(), "How many organizations have this level"),
  created_at: instant(),
  updated_at: instant(),
};
export const priceLevel = z.object(priceLevelShape);
