import * as z from "zod/mini";
import { cartPaymentMethods } from "../../../db/enums.ts";
import { describe, instant } from "../fields.ts";
import { shownAddress } from "./address.ts";
import { cents } from "./money.ts";
import { cartShipping } from "./shipping-rate.ts";

export const cartShape = {
  id: z.string(),
  user_id: z.string(),
  cart_no: z.string(),
  products: describe(z.record(z.string(), z.int()), "Quantity by product id"),
  tax_amount: describe(z.nullable(cents("Tax")), "Tax of the last calculation in US cents; null: not calculated yet"),
  tax_rate: describe(z.nullable(z.number()), "Tax rate in percent of the taxed amount"),
  is_complete: z.boolean(),
  address: z.object({ billing: z.nullable(shownAddress), shipping: z.nullable(shownAddress) }),
  stripe_payment_method: z.object({ stripe_payment_method_id: z.nullable(z.string()) }),
  payment_method: describe(
    z.nullable(z.enum(cartPaymentMethods)),
    "account: on account instead of a payment method; null: by stripe_payment_method",
  ),
  shipping_rate_id: z.nullable(z.string()),
  shipping: describe(
    z.nullable(cartShipping),
    "Cost of the chosen shipping rate as last shown to you; null: nothing ships, or the rate is not offered for the address",
  ),
  previous_shipping: describe(
    z.nullable(cartShipping),
    "Shipping cost shown before the cost or the rate changed; null: unchanged since your last choice",
  ),
  quote_id: describe(z.nullable(z.string()), "Accepted quote that fixes products, prices and shipping; null: none"),
  po_number: describe(z.nullable(z.string()), "Purchase order number of the buyer"),
  note: describe(z.nullable(z.string()), "Comment of the buyer about the order"),
  created_at: instant(),
  updated_at: describe(z.string(), "Opaque version; checkout sends it back to prove which cart the buyer saw"),
};

export const quantity = () => describe(z.int().check(z.gte(1), z.lte(10_000)), "1 to 10,000");
