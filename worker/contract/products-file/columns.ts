import type * as z from "zod/mini";
import { dollarsText, parseDollars } from "../buying/dollars.ts";
import type { adminProduct } from "../entities/product.ts";
import type { productFields } from "../entities/product-fields.ts";

type Product = z.output<typeof adminProduct>;
type Field = keyof typeof productFields.shape;

export type FileColumn = {
  /** Matched without case. */
  heading: string;
  field: Field | "price_levels";
  level?: string;
  allowed: string;
  /** A `-` clears the value. */
  can_clear: boolean;
  toCell: (product: Product) => string | number;
  /** Parses a cell, never an empty one or `-`; undefined if invalid. */
  toValue: (text: string, separator: string) => unknown;
  cleared: unknown;
};

/** An empty cell keeps the value; a literal hyphen is written `'-`. */
export const clearMark = "-";
export const priceHeading = (level: string): string => `Price: ${level}`;
const splitLines = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((each) => each.trim())
    .filter(Boolean);

type TextField = { [F in Field]: Product[F] extends string | null ? F : never }[Field];
type ListField = { [F in Field]: Product[F] extends string[] ? F : never }[Field];

const textColumn = (field: TextField, allowed: string, can_clear = true): FileColumn => ({
  heading: field,
  field,
  allowed,
  can_clear,
  cleared: null,
  toCell: (product) => product[field] ?? "",
  toValue: (value) => value,
});
const listColumn = (field: ListField, allowed: string): FileColumn => ({
  heading: field,
  field,
  allowed,
  can_clear: true,
  cleared: [],
  toCell: (product) => product[field].join("\n"),
  toValue: splitLines,
});
const column = (
  field: Field,
  options: Pick<FileColumn, "allowed" | "can_clear" | "toCell" | "toValue">,
): FileColumn => ({
  heading: field,
  field,
  cleared: null,
  ...options,
});

const yesPattern = /^(true|yes|1)$/i;
const noPattern = /^(false|no|0)$/i;

/** "12,50" of a spreadsheet with a decimal comma, which separates cells by semicolons. */
const decimalCommaPattern = /^\$?(\d{1,9}|\d{1,3}(\.\d{3}){1,2}),\d{1,2}$/;
const toCents = (value: string, separator: string): number | undefined =>
  separator === ";" && decimalCommaPattern.test(value)
    ? parseDollars(value.replaceAll(".", "").replace(",", "."))
    : parseDollars(value);

const skuColumn = column("sku", {
  allowed: "The product's SKU; a new one creates a product",
  can_clear: false,
  toCell: ({ sku }) => sku ?? "",
  toValue: (value) => value,
});
const leadingColumns: readonly FileColumn[] = [
  skuColumn,
  textColumn("name", "At most 1,024 characters; a new product needs one", false),
  column("type", {
    allowed: "hardware or software; a new product needs one",
    can_clear: false,
    toCell: ({ type }) => type,
    toValue: (value) => value.toLowerCase(),
  }),
  textColumn("category", "At most 128 characters"),
];
const trailingColumns: readonly FileColumn[] = [
  column("subscription_term", {
    allowed: "month or year, for plans",
    can_clear: true,
    toCell: (product) => product.subscription_term ?? "",
    toValue: (value) => value.toLowerCase(),
  }),
  textColumn("family", "At most 128 characters, for plans"),
  listColumn("patterns", "Serial number patterns, one per line of the cell"),
  textColumn("tax_code", "txcd_ and eight digits"),
  column("lead_days", {
    allowed: "Whole working days from payment until it ships, from 0 to 365",
    can_clear: true,
    toCell: ({ lead_days }) => lead_days ?? "",
    toValue: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined),
  }),
  column("weight_grams", {
    allowed: "Whole grams of one piece with its box, from 1 to 1,000,000",
    can_clear: true,
    toCell: ({ weight_grams }) => weight_grams ?? "",
    toValue: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined),
  }),
  textColumn("country_of_origin", "Two-letter ISO 3166 code of the country where it is made"),
  textColumn("hs_code", "6, 8 or 10 digits of the Harmonized System"),
  column("customs_value", {
    allowed: "US dollars of one piece from 0.01 to 999,999.99, such as 12.50",
    can_clear: true,
    toCell: ({ customs_value }) => (customs_value === null ? "" : dollarsText(customs_value)),
    toValue: toCents,
  }),
  column("is_active", {
    allowed: "true or false",
    can_clear: false,
    toCell: ({ is_active }) => String(is_active),
    toValue: (value) => (yesPattern.test(value) ? true : noPattern.test(value) ? false : undefined),
  }),
  textColumn("short_description", "At most 512 characters"),
  textColumn("long_description", "At most 20,000 characters"),
  textColumn("author", "At most 256 characters"),
  listColumn("key_features", "One per line of the cell"),
  listColumn("compatibility", "One per line of the cell"),
  listColumn("devices", "One per line of the cell"),
  listColumn("platforms", "One per line of the cell"),
  listColumn("software_use_cases", "One per line of the cell"),
  textColumn("requirements", "At most 2,000 characters"),
  textColumn("certifications", "At most 2,000 characters"),
  textColumn("format", "At most 256 characters"),
  textColumn("availability", "At most 256 characters"),
  column("position", {
    allowed: "A whole number from 0 to 1,000,000",
    can_clear: false,
    toCell: ({ position }) => position,
    toValue: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined),
  }),
  textColumn("notes", "At most 3,072 characters"),
];

const priceColumn = (level: string): FileColumn => ({
  heading: priceHeading(level),
  field: "price_levels",
  level,
  allowed: "US dollars from 0 to 999,999.99, such as 12.50",
  can_clear: true,
  cleared: null,
  toCell: ({ price_levels: { [level]: price } }) => (price === undefined ? "" : dollarsText(price)),
  toValue: toCents,
});

export const fileColumns = (levels: readonly string[]): FileColumn[] => [
  ...leadingColumns,
  ...levels.map(priceColumn),
  ...trailingColumns,
];

export const importedFields: readonly string[] = [...leadingColumns, ...trailingColumns].map(({ field }) => field);
