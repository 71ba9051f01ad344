import * as z from "zod/mini";
import { chargeMax } from "../buying/charge-limit.ts";
import { parseDollars } from "../buying/dollars.ts";
import { formatMoney } from "../buying/money.ts";

/** A form field with an amount in dollars, parsed to US cents. */
export const dollars = (name: string, max: number = chargeMax) =>
  z.pipe(
    z.string(`${name} is required.`).check(
      z.refine(
        (text) => {
          const cents = parseDollars(text);
          return cents !== undefined && cents <= max;
        },
        `${name} must be an amount in dollars from 0.00 to ${formatMoney(max)}, as 12.50.`,
      ),
    ),
    z.transform((text) => parseDollars(text) ?? 0),
  );
