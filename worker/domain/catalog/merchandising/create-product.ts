import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { adminProduct } from "../../../contract/entities/product.ts";
import type { Errcode } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, changesOf } from "../../platform/index.ts";
import { adminColumns, type AdminProduct } from "../product-rows.ts";
import { getAdminProduct } from "../admin-products.ts";
import type { Ctx } from "../../context.ts";
import { priceSource } from "../price-levels/price-source.ts";
import { maybeOne, one } from "../../sql.ts";
import {
  columnsOf,
  familyWithoutTerm,
  hasUnknownLevel,
  isFamilyWithoutTerm,
  type NewProduct,
  refuse,
  toFailure,
} from "./product-values.ts";

const outcome = () =>
  z.object({
    refusal: z.nullable(z.custom<Errcode<"unprocessable"> | typeof familyWithoutTerm>()),
    product: z.nullable(adminProduct),
  });

/**
 * Creates a product that is not published. With an `id` of `newProductId`, doing it again answers the product that is there.
 * Throws PRODUCT_SKU_EXISTS, PRODUCT_PRICE_LEVEL_NOT_FOUND, BadRequest for a family without a term.
 */
export async function createProduct(ctx: Ctx, values: NewProduct, id?: string): Promise<AdminProduct> {
  const columns = columnsOf(values);
  const value = (name: string) => columns.get(name) ?? sql`null`;
  const prices = sql`coalesce(${value("price_levels")}, '{}')::jsonb`;
  const names = [...columns.keys()].map((name) => sql.identifier(name));
  try {
    const created = await maybeOne(
      ctx,
      outcome,
      sql`
      with told as materialized (
        ${priceSource(ctx, "manual")}
      ), validated as materialized (
        select case
          when ${hasUnknownLevel(prices)} then 'PRODUCT_PRICE_LEVEL_NOT_FOUND'
          when ${isFamilyWithoutTerm(value("family"), value("subscription_term"))} then ${familyWithoutTerm}
        end as refusal
        from told where told.source is not null
      ), p as (
        insert into products (id, ${sql.join(names, sql`, `)})
        select coalesce(${id ?? null}::uuid, uuidv7()), ${sql.join([...columns.values()], sql`, `)}
        from validated where refusal is null
        on conflict (id) do nothing
        returning products.*, ${beforeAndAfter}
      ), ${audited(ctx, "createProduct", "product", "p", { org_id: null, changes: changesOf() })}
      select refusal, (select to_json(shown) from (select ${adminColumns} from p) shown) as product from validated`,
    );
    if (created?.refusal) refuse(created.refusal);
    if (created?.product) return created.product;
  } catch (error) {
    const failure = toFailure(error);
    // of a form that is sent twice at once, the SKU is its own
    const own = failure !== error && id !== undefined ? await findOwn(ctx, id, values) : undefined;
    if (own === undefined) throw failure;
    return own;
  }
  return getAdminProduct(ctx, id ?? "");
}

const findOwn = async (ctx: Ctx, id: string, { sku }: NewProduct): Promise<AdminProduct | undefined> =>
  (
    await maybeOne(
      ctx,
      () => z.object({ product: adminProduct }),
      sql`
      select to_json(shown) as product
      from (select ${adminColumns} from products p where p.id = ${id} and lower(p.sku) = lower(${sku ?? ""})) shown`,
    )
  )?.product;

/** An id for the product of a form, so that sending the form twice creates one; in the order in which products are created. */
export const newProductId = async (ctx: Ctx): Promise<string> =>
  (
    await one(
      ctx,
      () => z.object({ id: z.string() }),
      sql`select uuidv7() as id`,
      () => new Error("no id came back"),
    )
  ).id;
