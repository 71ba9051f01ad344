import * as z from "zod/mini";
import { described, instant, uuid } from "../fields.ts";

export const scheduledPriceShape = {
  id: uuid(),
  product_id: uuid(),
  level: described(z.string(), "Name of the price level"),
  price: described(z.nullable(z.int()), "In US cents; null: removes the price at this level"),
  starts_at: instant("Start time, ISO 8601 in UTC"),
  created_by: described(z.nullable(z.object({ id: uuid(), name: z.string() })), "User who scheduled it"),
  created_at: instant(),
};
export const scheduledPrice = z.object(scheduledPriceShape);
export type ScheduledPrice = z.output<typeof scheduledPrice>;
