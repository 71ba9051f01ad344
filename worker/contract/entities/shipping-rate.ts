import * as z from "zod/mini";
import { described, instant } from "../fields.ts";
import { cents } from "./money.ts";

const shape = {
  option: z.string(),
  free_from: described(
    z.nullable(z.int()),
    "Total of the goods in US cents from which shipping is free, null: it never is",
  ),
  days_min: described(z.nullable(z.int()), "Business days until it arrives at the soonest, null when nobody promises"),
  days_max: described(z.nullable(z.int()), "Business days until it arrives at the latest, null when nobody promises"),
};
const country = described(z.nullable(z.string()), "ISO 3166 code, null: every country without a rate of its own");
const priceOfCart = {
  price: cents("Price of the shipping for this cart, 0 when its goods reach `free_from`"),
  full_price: cents("Price of the shipping below `free_from`"),
};

/** A rate as it is offered for a cart. */
export const offeredRate = z.object({ id: z.string(), country, ...shape, ...priceOfCart });

/** What shipping costs a cart by the rate that it chose. */
export const cartShipping = z.object({
  id: z.string(),
  country: described(z.string(), "ISO 3166 code of the country that it goes to"),
  ...shape,
  ...priceOfCart,
});

/** A rate as administrators set it. */
export const shippingRateShape = {
  id: z.string(),
  country,
  ...shape,
  price: cents("Price of the shipping"),
  is_active: described(z.boolean(), "False: it is offered to nobody"),
  created_at: instant(),
  updated_at: described(z.string(), "Opaque; sent back with a change to prove what was read"),
};
