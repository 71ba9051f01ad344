import * as z from "zod/mini";
import { calendarDay, describe, instant } from "../fields.ts";
import { visible } from "../rules.ts";

export const shopSettingsShape = {
  time_zone: describe(z.string(), "IANA time zone in which days of the console begin; UTC by default"),
  refund_limit: describe(
    z.nullable(z.int()),
    "US cents that may be refunded of an order in 24 hours without a second person; null: any amount",
  ),
  holidays: describe(z.array(z.string()), "Days such as 2026-12-25 that are no working days of delivery, in order"),
  seller: describe(
    z.nullable(z.string()),
    "Who sells, on documents to print: the name in the first line, then address and tax numbers, a line each; null: documents do not say",
  ),
  updated_at: instant(),
};

const sellerLinesMax = 10;
const sellerLineMax = 80;
const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
/** Drops empty lines; a text of nothing but empty lines becomes null. */
export const sellerLines = () =>
  describe(
    z.nullable(
      z.pipe(
        z.string().check(
          z.maxLength(sellerLinesMax * (sellerLineMax + 2), "Seller is too long."),
          z.refine(
            (text) => splitLines(text).length <= sellerLinesMax,
            `Seller must be at most ${sellerLinesMax} lines.`,
          ),
          z.refine(
            (text) => splitLines(text).every((line) => line.length <= sellerLineMax),
            `A line of the seller must be at most ${sellerLineMax} characters.`,
          ),
          z.refine((text) => splitLines(text).every((line) => visible("Seller").test(line)), visible("Seller").message),
        ),
        z.transform((text: string) => splitLines(text).join("\n") || null),
      ),
    ),
    `Name in the first line, then address and tax numbers: at most ${sellerLinesMax} lines of ${sellerLineMax} characters; null or empty: none`,
  );

const holidaysMax = 200;
export const holidayList = () =>
  describe(
    z.array(calendarDay()).check(z.maxLength(holidaysMax, `At most ${holidaysMax} holidays.`)),
    "Days such as 2026-12-25 that are no working days of delivery; replaces the list",
  );
