import * as z from "zod/mini";
import { described, instant, uuid } from "../../fields.ts";

export const scheduledPriceShape = {
  id: uuid(),
  product_id: uuid(),
  level: described(z.string(), "Name of the price level"),
  price: described(z.nullable(z.int()), "In US cents; null: no price at this level from then on"),
  starts_at: instant("When it begins, ISO 8601 in UTC"),
  created_by: described(z.nullable(z.object({ id: uuid(), name: z.string() })), "Who scheduled it"),
  created_at: instant(),
};
export const scheduledPrice = z.object(scheduledPriceShape);
export type ScheduledPrice = z.output<typeof scheduledPrice>;
