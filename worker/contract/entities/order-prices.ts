import * as z from "zod/mini";
import { describe, instant } from "../fields.ts";
import { cents } from "./money.ts";

const text = () => z.nullable(z.string());
const maybeCents = (description: string) => z.nullable(cents(description));

const tracedPrice = z.object({
  price: describe(maybeCents("Unit price"), "US cents; null: none"),
  since: describe(z.nullable(instant()), "Time of this change; null: not recorded"),
  source: describe(
    text(),
    "`accounting`: from the accounting system; `database`: changed by hand; `before`: older than the price history",
  ),
  by: describe(text(), "User who started the sync; null: scheduled"),
});

export const linePrice = z.object({
  line_id: z.string(),
  product_id: z.string(),
  name: z.string(),
  quantity: describe(z.int(), "Ordered quantity"),
  paid: cents("Unit price paid"),
  in_cart: describe(maybeCents("Price shown in the cart"), "Price shown in the cart; null: order without a cart"),
  at_order: describe(tracedPrice, "Price at the organization's price level at the time of the order"),
  base_at_order: describe(maybeCents("Base price"), "Base price at the time of the order; null: not recorded"),
  today: describe(tracedPrice, "Price at the organization's current price level"),
});

export const orderPricesShape = {
  level: z.object({
    name: describe(z.string(), "Price level of the organization at the time of the order"),
    is_noted: describe(
      z.boolean(),
      "Whether it was recorded with the order; otherwise derived from the organization's history",
    ),
    assigned: describe(
      z.nullable(
        z.object({
          at: instant(),
          by: describe(text(), "User; null: the accounting system"),
          from: describe(text(), "Previous price level"),
        }),
      ),
      "Time and actor of the change; null: not recorded",
    ),
  }),
  level_today: describe(z.string(), "Current price level"),
  lines: z.array(linePrice),
};
