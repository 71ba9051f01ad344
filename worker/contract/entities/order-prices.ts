import * as z from "zod/mini";
import { described, instant } from "../fields.ts";
import { cents } from "./money.ts";

const text = () => z.nullable(z.string());
const maybeCents = (what: string) => z.nullable(cents(what));

const traced = z.object({
  price: described(maybeCents("Unit price"), "US cents; null: none"),
  since: described(z.nullable(instant()), "Time of this change; null: not recorded"),
  source: described(
    text(),
    "`accounting`: from the accounting system; `database`: changed by hand; `before`: older than the price history",
  ),
  by: described(text(), "User who started the sync; null: scheduled"),
});

export const linePrice = z.object({
  line_id: z.string(),
  product_id: z.string(),
  name: z.string(),
  quantity: described(z.int(), "Ordered quantity"),
  paid: cents("Unit price paid"),
  in_cart: described(maybeCents("Price shown in the cart"), "Price shown in the cart; null: order without a cart"),
  at_order: described(traced, "Price at the organization's price level at the time of the order"),
  base_at_order: described(maybeCents("Base price"), "Base price at the time of the order; null: not recorded"),
  today: described(traced, "Price at the organization's current price level"),
});

export const orderPricesShape = {
  level: z.object({
    name: described(z.string(), "Price level of the organization at the time of the order"),
    is_noted: described(
      z.boolean(),
      "Whether it was recorded with the order; otherwise derived from the organization's history",
    ),
    assigned: described(
      z.nullable(
        z.object({
          at: instant(),
          by: described(text(), "User; null: the accounting system"),
          from: described(text(), "Previous price level"),
        }),
      ),
      "Time and actor of the change; null: not recorded",
    ),
  }),
  level_today: described(z.string(), "Current price level"),
  lines: z.array(linePrice),
};
