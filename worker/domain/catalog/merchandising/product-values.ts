import { type SQL, sql } from "drizzle-orm";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type { Errcode } from "../../../contract/errcodes.ts";
import { BadRequest, unprocessable } from "../../../contract/errors.ts";
import type { createProduct, updateProduct } from "../../../contract/v1/admin/products.ts";
import { texts } from "../../sql.ts";

export type NewProduct = InputOf<typeof createProduct>["body"];
export type ProductChange = InputOf<typeof updateProduct>["body"];
export type ProductValues = Omit<ProductChange, "updated_at">;

const jsonColumns = new Set(["detailed_description", "downloads", "links", "price_levels"]);
const numericColumns = new Set(["position", "lead_days", "weight_grams", "customs_value"]);

export function toColumns(values: ProductValues): Map<string, SQL> {
  const columns = new Map<string, SQL>();
  for (const [column, value] of Object.entries(values)) {
    if (value === undefined) continue;
    if (jsonColumns.has(column)) columns.set(column, sql`${JSON.stringify(value)}::jsonb`);
    else if (Array.isArray(value)) columns.set(column, texts(value.map(String)));
    else if (numericColumns.has(column)) columns.set(column, sql`${value}::int`);
    else if (typeof value === "boolean") columns.set(column, sql`${value}::boolean`);
    else columns.set(column, sql`${value || null}::text`);
  }
  return columns;
}

/**
 * CTE that locks the price levels of `prices` against deletion and renaming, so that `hasUnknownLevel` does not compare
 * names of before a renaming for which the statement waited.
 */
export const lockLevels = (prices: SQL): SQL => sql`levels as materialized (
  select name from price_levels where name in (select jsonb_object_keys(${prices})) order by name for key share
)`;

/** Needs `lockLevels` of the same prices. */
export const hasUnknownLevel = (prices: SQL): SQL => sql`exists (
  select 1 from jsonb_object_keys(${prices}) named (level) where named.level not in (select name from levels)
)`;

/** A product without a term would be hidden by the other products of its family (`isFirstOfFamily`). */
export const isFamilyWithoutTerm = (family: SQL, term: SQL): SQL => sql`(${family} is not null and ${term} is null)`;
export const familyWithoutTerm = "family";

export function refuse(refusal: Errcode<"unprocessable"> | typeof familyWithoutTerm): never {
  if (refusal !== familyWithoutTerm) throw unprocessable(refusal);
  const message = "Only a plan has a family: choose its term too, or leave the family empty.";
  throw new BadRequest([{ code: "custom", path: ["family"], message }]);
}

const constraintErrcodes: Record<string, Errcode<"unprocessable">> = {
  products_sku_unique: "PRODUCT_SKU_EXISTS",
  products_term_unused: "PRODUCT_HAS_SUBSCRIPTIONS",
};

export function toFailure(error: unknown): unknown {
  const errcode = constraintErrcodes[violatedConstraint(error) ?? ""];
  return errcode ? unprocessable(errcode) : error;
}
