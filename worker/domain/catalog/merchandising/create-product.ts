import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { adminProduct } from "../../../contract/entities/product.ts";
import type { Errcode } from "../../../contract/errcodes.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { adminColumns, type AdminProduct } from "../product-rows.ts";
import { getAdminProduct } from "../admin-products.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { setPriceSource } from "../price-levels/price-source.ts";
import { codeLiteral, maybeOne, one } from "../../sql.ts";
import {
  toColumns,
  familyWithoutTerm,
  hasUnknownLevel,
  isFamilyWithoutTerm,
  lockLevels,
  type NewProduct,
  refuse,
  toFailure,
} from "./product-values.ts";

const outcomeRow = () =>
  z.object({
    refusal: z.nullable(z.custom<Errcode<"unprocessable"> | typeof familyWithoutTerm>()),
    product: z.nullable(adminProduct),
  });

/**
 * Creates an unpublished product. With an `id` from `generateProductId`, a repeated call returns the existing product.
 */
export async function createProduct(ctx: Ctx, values: NewProduct, id?: string): Promise<AdminProduct> {
  const columns = toColumns(values);
  const columnValue = (name: string) => columns.get(name) ?? sql`null`;
  const prices = sql`coalesce(${columnValue("price_levels")}, '{}')::jsonb`;
  const names = [...columns.keys()].map((name) => sql.identifier(name));
  try {
    const createdProduct = await maybeOne(
      ctx,
      outcomeRow,
      sql`
      with price_source as materialized (
        ${setPriceSource(ctx, "manual")}
      ), ${lockLevels(prices)}, validated as materialized (
        select case
          when ${hasUnknownLevel(prices)} then ${codeLiteral("PRODUCT_PRICE_LEVEL_NOT_FOUND")}
          when ${isFamilyWithoutTerm(columnValue("family"), columnValue("subscription_term"))} then ${familyWithoutTerm}
        end as refusal
        from price_source where price_source.source is not null
      ), p as (
        insert into products (id, ${sql.join(names, sql`, `)})
        select coalesce(${id ?? null}::uuid, uuidv7()), ${sql.join([...columns.values()], sql`, `)}
        from validated where refusal is null
        on conflict (id) do nothing
        returning products.*, ${beforeAndAfter}
      ), ${audited(ctx, "createProduct", "product", "p", { org_id: null, changes: diffRows() })}
      select refusal, (select to_json(shown) from (select ${adminColumns} from p) shown) as product from validated`,
    );
    if (createdProduct?.refusal) refuse(createdProduct.refusal);
    if (createdProduct?.product) return createdProduct.product;
  } catch (error) {
    const failure = toFailure(error);
    // If a form is submitted twice at once, the SKU is taken by the product of the other submit.
    const existing = failure !== error && id !== undefined ? await findExistingProduct(ctx, id, values) : undefined;
    if (existing === undefined) throw failure;
    return existing;
  }
  return getAdminProduct(ctx, id ?? "");
}

const findExistingProduct = async (ctx: Ctx, id: string, { sku }: NewProduct): Promise<AdminProduct | undefined> =>
  (
    await maybeOne(
      ctx,
      () => z.object({ product: adminProduct }),
      sql`
      select to_json(shown) as product
      from (select ${adminColumns} from products p where p.id = ${id} and lower(p.sku) = lower(${sku ?? ""})) shown`,
    )
  )?.product;

/** An id for a form's product, so that a double submit creates one product; ids sort by creation time. */
export const generateProductId = async (ctx: ReadCtx): Promise<string> =>
  (
    await one(
      ctx,
      () => z.object({ id: z.string() }),
      sql`select uuidv7() as id`,
      () => new Error("no id came back"),
    )
  ).id;
