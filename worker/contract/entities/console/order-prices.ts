import * as z from "zod/mini";
import { described, instant } from "../../fields.ts";
import { cents } from "../money.ts";

const text = () => z.nullable(z.string());
const maybeCents = (what: string) => z.nullable(cents(what));

/** A price and where it came from. */
const traced = z.object({
  price: described(maybeCents("Price of one"), "US cents; null where there was none"),
  since: described(z.nullable(instant()), "When it became this; null where nobody noted it"),
  source: described(
    text(),
    "`accounting`: the accounting system's item; `database`: by hand; `before`: from before prices were written down",
  ),
  by: described(text(), "Who asked for the synchronisation; null for a scheduled one"),
});

export const linePrice = z.object({
  line_id: z.string(),
  product_id: z.string(),
  name: z.string(),
  quantity: described(z.int(), "How many were ordered"),
  paid: cents("What one cost"),
  in_cart: described(maybeCents("What the cart showed"), "What the cart showed; null for an order without a cart"),
  at_order: described(traced, "At the organization's level when it was ordered"),
  base_at_order: described(maybeCents("Base price"), "The base price of that day, null where nobody noted it"),
  today: described(traced, "At the level that the organization has now"),
});

export const orderPricesShape = {
  level: z.object({
    name: described(z.string(), "The organization's price level when it ordered"),
    is_noted: described(z.boolean(), "Noted with the order; otherwise told by the organization's history"),
    assigned: described(
      z.nullable(
        z.object({
          at: instant(),
          by: described(text(), "The person; null for the accounting system"),
          from: described(text(), "The level before it"),
        }),
      ),
      "Since when, and by whom; null where nobody noted it",
    ),
  }),
  level_today: described(z.string(), "The level that it has now"),
  lines: z.array(linePrice),
};
