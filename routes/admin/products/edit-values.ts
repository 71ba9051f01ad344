import * as z from "zod/mini";
import { priceMax, productFields } from "../../../worker/contract/entities/product-fields.ts";
import { dollarsText, parseDollars } from "../../../worker/contract/buying/dollars.ts";
import { type AdminProduct, basePriceLevel } from "../../../worker/domain/catalog/index.ts";
import { countryName } from "../../countries.ts";
import { activeLabels, termLabels, typeLabels } from "./labels.ts";

export const textNames = [
  "name",
  "sku",
  "tax_code",
  "country_of_origin",
  "hs_code",
  "family",
  "category",
  "short_description",
  "long_description",
  "author",
  "requirements",
  "certifications",
  "format",
  "availability",
  "main_image",
  "notes",
] as const;
export const lineNames = [
  "key_features",
  "compatibility",
  "devices",
  "platforms",
  "software_use_cases",
  "other_images",
  "patterns",
] as const;
export const rowNames = { detailed_description: "description", downloads: "link", links: "link" } as const;

type Values = Record<string, string | string[]>;

const pricePrefix = "price_levels.";
export const priceName = (level: string): string => `${pricePrefix}${level}`;

const priceMessage = `Enter a price in dollars from 0.00 to ${(priceMax / 100).toLocaleString("en-US")}, as 1299.00.`;
const valueMessage = `Enter a customs value in dollars from 0.01 to ${(priceMax / 100).toLocaleString("en-US")}, as 1299.00.`;
const isCustomsValue = (text: string) => {
  const cents = parseDollars(text);
  return isPrice(cents) && cents !== 0;
};
/** The form takes prices and the customs value in dollars. */
export const productForm = z.extend(productFields, {
  customs_value: z.nullable(
    z.pipe(
      z.string().check(z.refine(isCustomsValue, valueMessage)),
      z.transform((text) => parseDollars(text) ?? 0),
    ),
  ),
  price_levels: z.pipe(
    z.record(z.string(), z.string().check(z.refine((text) => isPrice(parseDollars(text)), priceMessage))),
    z.transform((prices) =>
      Object.fromEntries(Object.entries(prices).map(([level, text]) => [level, parseDollars(text) ?? 0])),
    ),
  ),
});
const isPrice = (cents: number | undefined): boolean => cents !== undefined && cents <= priceMax;

export const allLevels = (levels: readonly string[], product?: AdminProduct): string[] => [
  ...new Set([basePriceLevel, ...levels, ...Object.keys(product?.price_levels ?? {})]),
];

export function productValues(product: AdminProduct): Values {
  const { detailed_description, downloads, links, position, price_levels, lead_days, weight_grams, customs_value } =
    product;
  const rows = { detailed_description, downloads, links };
  return {
    ...Object.fromEntries(textNames.map((name) => [name, product[name] ?? ""])),
    ...Object.fromEntries(lineNames.map((name) => [name, product[name]])),
    ...Object.fromEntries(
      Object.entries(rows).flatMap(([name, list]) =>
        list.flatMap((row, index) => Object.entries(row).map(([field, value]) => [`${name}.${index}.${field}`, value])),
      ),
    ),
    ...Object.fromEntries(Object.entries(price_levels).map(([level, cents]) => [priceName(level), dollarsText(cents)])),
    type: product.type,
    is_active: String(product.is_active),
    subscription_term: product.subscription_term ?? "",
    position: String(position),
    lead_days: String(lead_days ?? ""),
    weight_grams: String(weight_grams ?? ""),
    customs_value: customs_value === null ? "" : dollarsText(customs_value),
  };
}

export const newValues: Values = { type: "hardware", is_active: "true", subscription_term: "", position: "1000000" };

export const parsePatternErrors = (errors: Record<string, string> = {}): [place: number, message: string][] =>
  Object.entries(errors).flatMap(([name, message]): [number, string][] => {
    const index = /^patterns\.(\d+)$/.exec(name)?.[1];
    return index === undefined ? [] : [[Number(index) + 1, message]];
  });

export const productLabels = {
  name: "Name",
  sku: "SKU",
  type: "Type",
  is_active: "Active",
  tax_code: "Tax code",
  lead_days: "Lead time in working days",
  weight_grams: "Weight in grams",
  country_of_origin: "Country of origin",
  hs_code: "HS code",
  customs_value: "Customs value",
  subscription_term: "Term",
  family: "Family",
  patterns: "Patterns",
  short_description: "In one sentence",
  category: "Category",
  position: "Place in the store",
  long_description: "Description",
  key_features: "Key features",
  author: "Author",
  format: "Format or dimensions",
  availability: "Availability",
  requirements: "Requirements",
  certifications: "Certifications",
  devices: "For these devices",
  compatibility: "Works with",
  platforms: "Platforms",
  software_use_cases: "Use cases",
  main_image: "Picture",
  other_images: "More pictures",
  notes: "Notes",
} as const;
const rowLabels: Record<string, string> = { detailed_description: "Section", downloads: "Download", links: "Link" };

type FieldLabel = string | readonly [label: string, say: (value: string) => string];

/** For `mergeForm`: rows are numbered, and coded values have a function for their display text. */
export function fieldLabels(names: readonly string[]): Record<string, FieldLabel> {
  const rows = names.flatMap((name): [string, string][] => {
    const [, list = "", index = "", field = ""] = /^(\w+)\.(\d+)\.(\w+)$/.exec(name) ?? [];
    return rowLabels[list] ? [[name, `${rowLabels[list]} ${Number(index) + 1}: ${field}`]] : [];
  });
  const prices = names
    .filter((name) => name.startsWith(pricePrefix))
    .map((name): [string, string] => [name, `${name.slice(pricePrefix.length)} in dollars`]);
  return {
    ...productLabels,
    type: [productLabels.type, labelFrom(typeLabels)],
    is_active: [productLabels.is_active, labelFrom(activeLabels)],
    subscription_term: [productLabels.subscription_term, labelFrom(termLabels)],
    country_of_origin: [productLabels.country_of_origin, (code) => (code ? countryName(code) : "")],
    ...Object.fromEntries([...rows, ...prices]),
  };
}

const labelFrom =
  (valueLabels: Record<string, string>) =>
  (value: string): string =>
    valueLabels[value] ?? value;

export const countRows = (list: string, names: readonly string[]): number =>
  names.reduce((most, name) => Math.max(most, Number(new RegExp(`^${list}\\.(\\d+)\\.`).exec(name)?.[1] ?? -1) + 1), 0);

/** Splits texts into one entry per line and drops empty rows. An empty price means no price, so it is dropped, too. */
export async function normalizeLines(fields: URLSearchParams): Promise<void> {
  for (const [name, value] of Array.from(fields))
    if (name.startsWith(pricePrefix) && value.trim() === "") fields.delete(name);
  for (const name of lineNames) {
    const lines = fields.getAll(name).flatMap((text) => text.split(/\r?\n/));
    fields.delete(name);
    for (const line of lines.map((each) => each.trim()).filter(Boolean)) fields.append(name, line);
  }
  for (const list of Object.keys(rowNames)) {
    const rows = Array.from({ length: Math.min(countRows(list, [...fields.keys()]), 1000) }, (_, index) =>
      [...fields].filter(([name]) => name.startsWith(`${list}.${index}.`)),
    );
    for (const [name] of rows.flat()) fields.delete(name);
    const filledRows = rows.filter((row) => row.some(([, value]) => value.trim() !== ""));
    for (const [index, row] of filledRows.entries())
      for (const [name, value] of row) fields.set(name.replace(/\.\d+\./, `.${index}.`), value);
  }
}
