import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";
import { cents } from "./money.ts";

const shape = {
  option: z.string(),
  free_from: describe(z.nullable(z.int()), "Minimum total of goods in US cents for free shipping; null: never free"),
  days_min: describe(z.nullable(z.int()), "Minimum number of business days until arrival; null: not promised"),
  days_max: describe(z.nullable(z.int()), "Maximum number of business days until arrival; null: not promised"),
};
const country = describe(z.nullable(z.string()), "ISO 3166 country code; null: every country without its own rate");
const priceOfCart = {
  price: cents("Shipping price for this cart; 0 if its goods reach `free_from`"),
  full_price: cents("Shipping price below `free_from`"),
};

const isoDay = (description: string) => describe(z.string(), description);
const deliveryDates = z.object({
  ships_by: isoDay("Day such as 2026-12-07 on which the slowest product ships, and all of them together"),
  arrives_from: describe(z.nullable(z.string()), "First day on which it can arrive; null: the carrier names no days"),
  arrives_by: describe(z.nullable(z.string()), "Last day on which it arrives; null: the carrier names no days"),
});
export type DeliveryDates = z.output<typeof deliveryDates>;
const delivery = (description: string) => describe(z.nullable(deliveryDates), description);

export const pricedRate = z.object({ id: z.string(), country, ...shape, ...priceOfCart });

export const offeredRate = z.object({
  ...pricedRate.shape,
  delivery: delivery("If the cart is paid by card now; null: a product's lead time is not known"),
  delivery_by_bank: delivery("If the cart is paid from a bank account now, which settles later"),
});

export const cartShipping = z.object({
  id: z.string(),
  country: describe(z.string(), "ISO 3166 code of the destination country"),
  ...shape,
  ...priceOfCart,
});

export const shippingRateShape = {
  id: z.string(),
  country,
  ...shape,
  price: cents("Shipping price"),
  service: describe(
    z.nullable(z.string()),
    "Carrier service proposed when an order with this rate ships; null: the one that the option names",
  ),
  is_active: describe(z.boolean(), "false: not offered"),
  created_at: instant(),
  updated_at: describe(z.string(), "Opaque version; sent back with a change to prove what was read"),
};
