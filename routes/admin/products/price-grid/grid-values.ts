import { dollarsText, parseDollars } from "../../../../worker/contract/buying/dollars.ts";
import { priceMax } from "../../../../worker/contract/entities/product-fields.ts";
import type { AdminProduct } from "../../../../worker/domain/catalog/index.ts";

/** This many changes are saved without a review. */
export const unreviewedMax = 10;
const cellsMax = 10_000;

export const cellText = (product: Pick<AdminProduct, "price_levels">, level: string): string => {
  const price = product.price_levels[level];
  return price === undefined ? "" : dollarsText(price);
};

/**
 * `seen` is the price at the time of rendering, `typed` the one in the field, `reviewed` the one in the last review.
 */
export type SentCell = {
  product_id: string;
  level: string;
  updated_at: string;
  seen: string;
  typed: string;
  reviewed: string | undefined;
  field: readonly [row: number, column: number];
};

/**
 * Field names: `p.0` product and `v.0` version of a row, `l.0` level of a column; `c.0.0` typed, `s.0.0` rendered and
 * `r.0.0` reviewed price of a cell.
 */
export function parseCells(fields: URLSearchParams): SentCell[] {
  const count = (prefix: string) => [...fields.keys()].filter((name) => name.startsWith(prefix)).length;
  const [rows, columns] = [count("p."), count("l.")];
  if (rows * columns > cellsMax) return [];
  return Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_column, column): SentCell[] => {
      const value = fields.get(`c.${row}.${column}`);
      if (value === null) return [];
      return [
        {
          product_id: fields.get(`p.${row}`) ?? "",
          level: fields.get(`l.${column}`) ?? "",
          updated_at: fields.get(`v.${row}`) ?? "",
          seen: fields.get(`s.${row}.${column}`) ?? "",
          typed: value.trim(),
          reviewed: fields.get(`r.${row}.${column}`) ?? undefined,
          field: [row, column],
        },
      ];
    }),
  ).flat(2);
}

export const isChanged = ({ seen, typed }: SentCell): boolean =>
  typed === "" || seen === "" ? typed !== seen : parseDollars(typed) !== parseDollars(seen);

export const isReviewed = ({ reviewed, typed }: SentCell): boolean => reviewed === typed;

/** Accepts the empty text, which removes the price. */
export const isPriceText = (text: string): boolean => text === "" || (parseDollars(text) ?? Infinity) <= priceMax;

/** Rounds to the nearest cent; undefined unless `percent` is from 0 to 100, with at most two decimals. */
export function subtractPercent(cents: number, percent: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(percent.trim())) return undefined;
  const hundredths = Math.round(Number(percent) * 100);
  // exact: below 2^53
  return hundredths > 10_000 ? undefined : Math.round((cents * (10_000 - hundredths)) / 10_000);
}
