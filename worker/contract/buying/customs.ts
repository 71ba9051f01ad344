import * as z from "zod/mini";

/**
 * Data of one piece of an order line for its parcel and customs declaration. Null is unknown, except for
 * `customs_value`: there it declares the paid price.
 */
export const goodsShape = {
  price: z.number(),
  weight_grams: z.nullable(z.int()),
  country_of_origin: z.nullable(z.string()),
  hs_code: z.nullable(z.string()),
  customs_value: z.nullable(z.int()),
};
const goods = z.object(goodsShape);
type Goods = z.output<typeof goods>;

/** US cents of one piece. */
export const customsValueOf = ({ customs_value, price }: Pick<Goods, "customs_value" | "price">): number =>
  customs_value ?? price;

/** Customs accepts no value of zero. */
export const listMissingCustomsFields = ({ weight_grams, country_of_origin, hs_code, ...values }: Goods): string[] =>
  [
    weight_grams === null && "weight",
    country_of_origin === null && "country of origin",
    hs_code === null && "HS code",
    customsValueOf(values) === 0 && "customs value",
  ].filter((missing) => missing !== false);

/** Grams of all pieces; undefined if the weight of one of them is unknown. */
export const sumWeight = (lines: readonly { weight_grams: number | null; quantity: number }[]): number | undefined =>
  lines.reduce<number | undefined>(
    (sum, { weight_grams, quantity }) =>
      sum === undefined || weight_grams === null ? undefined : sum + weight_grams * quantity,
    0,
  );

/** "CGX Nova 10 has no weight and no HS code" */
export const missingText = (name: string, missing: readonly string[]): string =>
  `${name} has no ${new Intl.ListFormat("en-US").format(missing.map((each, index) => (index === 0 ? each : `no ${each}`)))}`;

/**
 * Value of the goods of one HS code above which an export from the United States must be filed, except to Canada (15
 * CFR 30.36 and 30.37(a), https://www.ecfr.gov/current/title-15/part-30/subpart-D). US cents.
 */
export const exportFilingFrom = 250_000;
export const hasExportFiling = (sender: string, country: string): boolean => sender === "US" && country !== "CA";

type CustomsLine = Pick<Goods, "price" | "customs_value" | "hs_code"> & { quantity: number };

export const isAboveFiling = (lines: readonly CustomsLine[]): boolean =>
  [...Map.groupBy(lines, ({ hs_code }) => hs_code).values()].some(
    (same) => same.reduce((sum, line) => sum + customsValueOf(line) * line.quantity, 0) > exportFilingFrom,
  );
