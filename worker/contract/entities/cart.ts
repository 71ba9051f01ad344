import * as z from "zod/mini";
import { described, instant } from "../fields.ts";
import { shownAddress } from "./address.ts";
import { cents } from "./money.ts";
import { cartShipping } from "./shipping-rate.ts";

export const cartShape = {
  id: z.string(),
  user_id: z.string(),
  cart_no: z.string(),
  products: described(z.record(z.string(), z.int()), "Quantity by product id"),
  tax_amount: described(z.nullable(cents("Tax")), "Tax of the last calculation in US cents, null before it"),
  tax_rate: described(z.nullable(z.number()), "Tax as a share of what was taxed, in percent"),
  is_complete: z.boolean(),
  address: z.object({ billing: z.nullable(shownAddress), shipping: z.nullable(shownAddress) }),
  stripe_payment_method: z.object({ stripe_payment_method_id: z.nullable(z.string()) }),
  shipping_rate_id: z.nullable(z.string()),
  shipping: described(
    z.nullable(cartShipping),
    "What shipping costs by the rate that was chosen, as you were last told; null when nothing ships or the rate is not offered for the address",
  ),
  previous_shipping: described(
    z.nullable(cartShipping),
    "What you were told before the cost or the rate changed; null when nothing has changed since your last choice",
  ),
  po_number: described(z.nullable(z.string()), "Number of the buyer's own purchase order"),
  note: described(z.nullable(z.string()), "What the buyer wants us to know about the order"),
  created_at: instant(),
  updated_at: described(z.string(), "Opaque; sent back at checkout to prove what was seen"),
};

/** How many of a product a cart may hold. */
export const quantity = () => described(z.int().check(z.gte(1), z.lte(10_000)), "1 to 10,000");
