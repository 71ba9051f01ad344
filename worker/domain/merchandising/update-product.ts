import { type SQL, sql } from "drizzle-orm";
import type { InputOf } from "../../contract/endpoint.ts";
import { unprocessable } from "../../contract/errors.ts";
import type { updateProduct as contract } from "../../contract/v1/admin/products.ts";
import { audited, beforeAndAfter, changesOf } from "../audit/index.ts";
import { type AdminProduct, getAdminProduct } from "../catalog/index.ts";
import type { Ctx } from "../context.ts";
import { hasRow, texts } from "../sql.ts";

export type ProductChange = InputOf<typeof contract>["body"];

const structured = new Set(["detailed_description", "downloads", "links"]);

/** The columns that a change sets; empty texts are none. */
function columnsOf(change: Omit<ProductChange, "updated_at">): [column: string, value: SQL][] {
  return Object.entries(change).flatMap(([column, value]): [string, SQL][] => {
    if (value === undefined) return [];
    if (structured.has(column)) return [[column, sql`${JSON.stringify(value)}::jsonb`]];
    if (Array.isArray(value)) return [[column, texts(value.map(String))]];
    return [[column, typeof value === "number" ? sql`${value}::int` : sql`${value || null}::text`]];
  });
}

/**
 * Changes what customers read of a product; fields left out keep their value. Throws PRODUCT_NOT_FOUND,
 * PRODUCT_AUTHOR_REQUIRED for software in the store that would be nobody's, and OBJECT_OUTDATED when it is not the version of
 * `updated_at` any more.
 */
export async function updateProduct(
  ctx: Ctx,
  id: string,
  { updated_at, ...change }: ProductChange,
): Promise<AdminProduct> {
  const columns = columnsOf(change);
  if (columns.length === 0 && updated_at === undefined) return getAdminProduct(ctx, id);
  const set = [
    ...columns.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
    sql`updated_at = greatest(now(), updated_at + interval '1 millisecond')`,
  ];
  const isNobodys = "author" in change && !change.author;
  const isDone = await hasRow(
    ctx,
    sql`
    with p as (
      update products set ${sql.join(set, sql`, `)}
      where id = ${id} and updated_at = coalesce(${updated_at ?? null}::timestamptz, updated_at)
        ${isNobodys ? sql`and not (type = 'software' and is_published)` : sql``}
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "updateProduct", "product", "p", {
      org_id: null,
      changes: changesOf(),
    })}
    select 1 from p`,
  );
  const now = await getAdminProduct(ctx, id);
  if (isDone) return now;
  if (updated_at !== undefined && Date.parse(now.updated_at) !== Date.parse(updated_at))
    throw unprocessable("OBJECT_OUTDATED");
  throw unprocessable(isNobodys ? "PRODUCT_AUTHOR_REQUIRED" : "OBJECT_OUTDATED");
}
