import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { adminProduct } from "../../../contract/entities/product.ts";
import type { Errcode } from "../../../contract/errcodes.ts";
import { notFound } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { adminColumns, type AdminProduct } from "../product-rows.ts";
import { basePriceLevel } from "../price.ts";
import { getAdminProduct } from "../admin-products.ts";
import type { Ctx } from "../../context.ts";
import { setPriceSource } from "../price-levels/price-source.ts";
import { one } from "../../sql.ts";
import {
  toColumns,
  familyWithoutTerm,
  hasUnknownLevel,
  isFamilyWithoutTerm,
  lockLevels,
  type ProductChange,
  refuse,
  toFailure,
} from "./product-values.ts";

type Refusal = Errcode<"unprocessable"> | typeof familyWithoutTerm;
const outcomeRow = () => z.object({ refusal: z.nullable(z.custom<Refusal>()), product: z.nullable(adminProduct) });

/** Fields that the accounting system owns for products with an item there. */
const synchronizedFields = ["name", "sku", "price_levels"];

/**
 * Omitted fields keep their value. The row is locked before the change is validated, so that the second of two
 * concurrent changes sees the first. A trigger guards the term: it reads subscriptions after the row is locked.
 */
export async function updateProduct(
  ctx: Ctx,
  id: string,
  { updated_at, ...change }: ProductChange,
): Promise<AdminProduct> {
  const columns = toColumns(change);
  if (columns.size === 0 && updated_at === undefined) return getAdminProduct(ctx, id);
  const assignments = [
    ...[...columns].map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
    sql`updated_at = greatest(now(), products.updated_at + interval '1 millisecond')`,
  ];
  try {
    const { refusal, product } = await one(
      ctx,
      outcomeRow,
      sql`
      with price_source as materialized (
        ${setPriceSource(ctx, "manual")}
      ), held as materialized (
        select * from products where id = ${id} for no key update
      ), ${lockLevels(columns.get("price_levels") ?? sql`'{}'::jsonb`)}, validated as materialized (
        select held.id, ${buildRefusal(columns, updated_at)} as refusal
        from held cross join price_source where price_source.source is not null
      ), p as (
        update products set ${sql.join(assignments, sql`, `)}
        from validated where products.id = validated.id and validated.refusal is null
        returning products.*, ${beforeAndAfter}
      ), ${audited(ctx, "updateProduct", "product", "p", { org_id: null, changes: diffRows() })}
      select refusal, (select to_json(shown) from (select ${adminColumns} from p) shown) as product from validated`,
      () => notFound("PRODUCT_NOT_FOUND"),
    );
    return product ?? refuse(refusal ?? "OBJECT_OUTDATED");
  } catch (error) {
    throw toFailure(error);
  }
}

function buildRefusal(columns: Map<string, SQL>, updated_at: string | undefined): SQL {
  const next = (column: string) => columns.get(column) ?? sql`held.${sql.identifier(column)}`;
  const isChanged = (column: string) => sql`${next(column)} is distinct from held.${sql.identifier(column)}`;
  const isSent = (...names: string[]) => names.some((name) => columns.has(name));
  const rules: (readonly [refusal: Refusal, applies: boolean, holds: SQL])[] = [
    ["OBJECT_OUTDATED", updated_at !== undefined, sql`held.updated_at <> ${updated_at ?? null}::timestamptz`],
    [
      "PRODUCT_FIELD_SYNCHRONIZED",
      isSent(...synchronizedFields),
      sql`held.net_suite_id is not null and (${sql.join(synchronizedFields.map(isChanged), sql` or `)})`,
    ],
    [
      "PRODUCT_AUTHOR_REQUIRED",
      isSent("author", "type"),
      sql`held.is_published and ${next("type")} = 'software' and coalesce(btrim(${next("author")}), '') = ''`,
    ],
    [
      "PRODUCT_BASE_PRICE_NOT_FOUND",
      isSent("price_levels"),
      sql`held.is_published and held.price_levels ? ${basePriceLevel}
        and not ${next("price_levels")} ? ${basePriceLevel}`,
    ],
    ["PRODUCT_PRICE_LEVEL_NOT_FOUND", isSent("price_levels"), hasUnknownLevel(next("price_levels"))],
    [
      familyWithoutTerm,
      isSent("family", "subscription_term"),
      isFamilyWithoutTerm(next("family"), next("subscription_term")),
    ],
  ];
  const cases = rules.filter(([, applies]) => applies).map(([refusal, , holds]) => sql`when ${holds} then ${refusal}`);
  return cases.length > 0 ? sql`case ${sql.join(cases, sql` `)} end` : sql`null::text`;
}
