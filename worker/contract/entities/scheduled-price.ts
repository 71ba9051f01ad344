import * as z from "zod/mini";
import { describe, instant, uuid } from "../fields.ts";

export const scheduledPriceShape = {
  id: uuid(),
  product_id: uuid(),
  level: describe(z.string(), "Name of the price level"),
  price: describe(z.nullable(z.int()), "In US cents; null: removes the price at this level"),
  starts_at: instant("Start time, ISO 8601 in UTC"),
  created_by: describe(z.nullable(z.object({ id: uuid(), name: z.string() })), "User who scheduled it"),
  created_at: instant(),
};
export const scheduledPrice = z.object(scheduledPriceShape);
export type ScheduledPrice = z.output<typeof scheduledPrice>;
