import * as z from "zod/mini";
import { chargeMax } from "../buying/charge-limit.ts";
import { formatMoney } from "../buying/money.ts";

/** "12.50", "$1,299" in US cents; undefined for what is no amount. */
export function toCents(text: string): number | undefined {
  const plain = text.trim().replace(/^\$|,/g, "");
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return undefined;
  const [whole = "0", part = ""] = plain.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** US cents as a field for dollars shows them: "12.50". */
export const toDollars = (cents: number | null): string => (cents === null ? "" : (cents / 100).toFixed(2));

/** A field of a form in which people type dollars; US cents behind it. */
export const dollars = (name: string) =>
  z.pipe(
    z.string(`${name} is required.`).check(
      z.refine(
        (text) => {
          const cents = toCents(text);
          return cents !== undefined && cents <= chargeMax;
        },
        `${name} must be an amount in dollars from 0.00 to ${formatMoney(chargeMax)}, as 12.50.`,
      ),
    ),
    z.transform((text) => toCents(text) ?? 0),
  );
