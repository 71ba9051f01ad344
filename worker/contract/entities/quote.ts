import * as z from "zod/mini";
import { quoteStatuses } from "../../../db/enums.ts";
import { calendarDay, describe, freeText, instant, uuid } from "../fields.ts";
import { quantity } from "./cart.ts";
import { chargeMax } from "../buying/charge-limit.ts";
import { cents } from "./money.ts";

export const quoteLinesMax = 100;
export const quoteDaysMax = 180;
/** Minimum hours for ordering an accepted quote, even if its validity ends earlier. */
export const orderHours = 24;

const userRef = z.object({ id: z.string(), name: z.string() });
const optionalText = (description: string) => describe(z.nullable(z.string()), description);
const day = (description: string) => describe(z.nullable(z.string()), `${description}, such as 2026-12-31`);

export const quoteText = () => freeText(2000, "At most 2,000 characters");
export const quoteMessageText = () => quoteText().check(z.minLength(1, "Write a message."));

const product = {
  product_id: z.string(),
  name: z.string(),
  sku: z.nullable(z.string()),
  quantity: describe(z.int(), "Pieces"),
};

export const quoteVersion = z.object({
  version: describe(z.int(), "1 for the first that was sent"),
  lines: z.array(
    z.object({
      ...product,
      price: cents("Unit price before the discount"),
      discount: cents("Share of the discount"),
      total: cents("Of the line, less its discount"),
    }),
  ),
  subtotal: cents("Lines before the discount"),
  discount_percent: describe(z.nullable(z.number()), "Null: the discount was given in cents, or there is none"),
  discount: cents("Discount"),
  shipping: cents("Shipping"),
  total: cents("Before tax"),
  text: optionalText("Text of the shop"),
  valid_until: describe(z.string(), "Last day in UTC, such as 2026-12-31"),
  sent_at: instant(),
});

export const quoteRowShape = {
  id: z.string(),
  quote_number: describe(z.string(), "Such as Q00001001"),
  status: describe(z.enum(quoteStatuses), "accepted: in a cart; rejected: also a request that was withdrawn"),
  org: describe(userRef, "Organization"),
  user: describe(userRef, "Who asked, or for whom the shop started it"),
  version: describe(z.int(), "The newest version that was sent; 0: none yet"),
  total: cents("Before tax: of the newest version, or of the request at the prices of its day"),
  valid_until: day("Last day of the newest version in UTC"),
  order_id: z.nullable(z.string()),
  order_number: z.nullable(z.string()),
  created_at: instant(),
  updated_at: instant(),
};
export const quoteRow = z.object(quoteRowShape);

export const quoteShape = {
  ...quoteRowShape,
  note: optionalText("Note of who asked"),
  reason: optionalText("Why it was rejected or declined"),
  requested: describe(z.array(z.object(product)), "What was asked for"),
  versions: describe(z.array(quoteVersion), "What the shop sent, newest first"),
  messages: describe(
    z.array(
      z.object({
        id: z.string(),
        name: describe(z.string(), "Who wrote it"),
        is_from_shop: describe(z.boolean(), "Whether the shop wrote it"),
        text: describe(z.string(), "The message"),
        created_at: instant(),
      }),
    ),
    "Messages, oldest first",
  ),
  accepted_by: describe(z.nullable(userRef), "Who accepted it"),
  accepted_at: describe(z.nullable(instant()), "When it was accepted"),
  order_by: describe(z.nullable(instant()), "Until then the accepted quote can be ordered"),
};
export const quote = z.object(quoteShape);

export const adminQuoteShape = {
  ...quoteShape,
  started_by: describe(z.nullable(userRef), "Administrator who started it"),
  draft: describe(
    z.object({
      lines: z.array(
        z.object({
          ...product,
          price: cents("Unit price"),
          list_price: describe(z.nullable(z.int()), "Price for the organization today, US cents"),
        }),
      ),
      discount_percent: describe(z.nullable(z.number()), "Instead of a discount in cents"),
      discount: describe(z.nullable(z.int()), "US cents"),
      shipping: cents("Shipping"),
      text: optionalText("Text to the customer"),
      valid_until: describe(z.string(), "Last day in UTC, such as 2026-12-31"),
    }),
    "What the next version will say",
  ),
};
export const adminQuote = z.object(adminQuoteShape);

const amount = (description: string) => describe(z.int().check(z.gte(0), z.lte(chargeMax)), `${description}, US cents`);
const isTwoDecimals = (percent: number) => Math.abs(Math.round(percent * 100) - percent * 100) < 1e-6;
const isUnique = (lines: readonly { product_id: string }[]) =>
  new Set(lines.map(({ product_id }) => product_id)).size === lines.length;
const lineList = <S extends z.ZodMiniType<{ product_id: string }>>(line: S) =>
  z
    .array(line)
    .check(z.minLength(1, "Add a product."), z.maxLength(quoteLinesMax), z.refine(isUnique, "Name each product once."));

export const quoteDraftFields = {
  lines: lineList(z.object({ product_id: uuid(), quantity: quantity(), price: amount("Unit price") })),
  discount_percent: z.nullish(
    describe(
      z.number().check(z.gte(0), z.lte(100), z.refine(isTwoDecimals, "At most two decimals.")),
      "0 to 100, at most two decimals; instead of discount",
    ),
  ),
  discount: z.nullish(amount("Discount before tax, spread over the lines")),
  shipping: z.optional(amount("Shipping, 0 unless a product is hardware; default: 0")),
  text: z.nullish(quoteText()),
  valid_until: describe(calendarDay(), `Last day in UTC, 1 to ${quoteDaysMax} days ahead`),
};

export const quoteStartFields = {
  user_id: describe(uuid(), "The customer: somebody who may buy"),
  lines: lineList(
    z.object({
      product_id: uuid(),
      quantity: quantity(),
      price: z.optional(amount("Unit price; default: that of the organization")),
    }),
  ),
  note: z.nullish(freeText(1000, "Note")),
};
