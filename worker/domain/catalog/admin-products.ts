import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { adminProduct } from "../../contract/entities/product.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import { audited } from "../audit/index.ts";
import type { Ctx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { findProductBySerial } from "./find-product-by-serial.ts";
import { basePriceLevel } from "./price.ts";
import { adminColumns, type AdminProduct, productSearch } from "./product-rows.ts";
import { hasRow, required } from "../sql.ts";

export type AdminProductQuery = ListQuery & {
  category?: string | undefined;
  type?: string | undefined;
  is_active?: boolean | undefined;
  is_archived?: boolean | undefined;
  is_published?: boolean | undefined;
};

/** All products, with every price level. */
export const listAdminProducts = (ctx: Ctx, query: AdminProductQuery): Promise<Page<AdminProduct>> =>
  readPage(ctx, query, {
    shape: () => adminProduct,
    columns: adminColumns,
    from: sql`products p`,
    where: [
      query.category && sql`p.category = ${query.category}`,
      query.type && sql`p.type = ${query.type}`,
      query.is_active !== undefined && sql`p.is_active = ${query.is_active}`,
      query.is_archived !== undefined && sql`p.is_archived = ${query.is_archived}`,
      query.is_published !== undefined && sql`p.is_published = ${query.is_published}`,
    ],
    ...productSearch,
  });

/** Throws PRODUCT_NOT_FOUND. */
export async function getAdminProduct(ctx: Ctx, id: string): Promise<AdminProduct> {
  const row = await required(
    ctx,
    () => z.object({ product: adminProduct }),
    sql`
    select to_json(shown) as product from (select ${adminColumns} from products p where p.id = ${id}) shown`,
    () => notFound("PRODUCT_NOT_FOUND"),
  );
  return row.product;
}

/** The product whose serial pattern matches. Throws PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND. */
export async function lookUpAdminProduct(ctx: Ctx, serial: string): Promise<AdminProduct> {
  const { id } = await findProductBySerial(ctx, serial);
  return getAdminProduct(ctx, id);
}

const plugins = sql`software s where s.product_id = products.id and s.kind = 'plugin' and not s.is_deleted`;
/** Nothing says of a product that it is a plugin but its format, as "Plugin, licence by organization". */
const isPlugin = sql`type = 'software' and coalesce(format, '') ~* '^\\s*plugin\\y'`;
const isLinked = sql`exists (select 1 from ${plugins})`;
/** Every plugin that comes with it, also with a plan, has a version that can be had. */
const isDeliverable = sql`not exists (select 1 from ${plugins} and not exists (
  select 1 from software_versions v where v.software_id = s.id and v.is_published and not v.is_deleted
))`;

/**
 * Shows a product in the store (O-088). Throws PRODUCT_NOT_FOUND, PRODUCT_ALREADY_PUBLISHED, PRODUCT_ALREADY_ARCHIVED,
 * PRODUCT_AUTHOR_REQUIRED, PRODUCT_BASE_PRICE_NOT_FOUND, SOFTWARE_PLUGIN_NOT_LINKED, SOFTWARE_PLUGIN_NOT_PUBLISHED.
 */
export async function publishProduct(ctx: Ctx, id: string): Promise<void> {
  const isReady = sql`
    not is_published
    and not is_archived
    and price_levels ? ${basePriceLevel}
    and (type <> 'software' or coalesce(btrim(author), '') <> '')
    and (not (${isPlugin}) or ${isLinked})
    and ${isDeliverable}`;
  if (await change(ctx, id, "publishProduct", sql`is_published = true`, isReady)) return;
  const product = await getAdminProduct(ctx, id);
  if (product.is_archived) throw unprocessable("PRODUCT_ALREADY_ARCHIVED");
  if (product.is_published) throw unprocessable("PRODUCT_ALREADY_PUBLISHED");
  if (product.type === "software" && !product.author?.trim()) throw unprocessable("PRODUCT_AUTHOR_REQUIRED");
  if (product.price_levels[basePriceLevel] === undefined) throw unprocessable("PRODUCT_BASE_PRICE_NOT_FOUND");
  const isUnlinked = await hasRow(
    ctx,
    sql`select 1 from products where id = ${id} and ${isPlugin} and not ${isLinked}`,
  );
  throw unprocessable(isUnlinked ? "SOFTWARE_PLUGIN_NOT_LINKED" : "SOFTWARE_PLUGIN_NOT_PUBLISHED");
}

/** Throws PRODUCT_NOT_FOUND, PRODUCT_ALREADY_UNPUBLISHED, PRODUCT_ALREADY_ARCHIVED. */
export async function unpublishProduct(ctx: Ctx, id: string): Promise<void> {
  if (await change(ctx, id, "unpublishProduct", sql`is_published = false`, sql`is_published and not is_archived`))
    return;
  throw unprocessable(
    (await getAdminProduct(ctx, id)).is_archived ? "PRODUCT_ALREADY_ARCHIVED" : "PRODUCT_ALREADY_UNPUBLISHED",
  );
}

/** Throws PRODUCT_NOT_FOUND, PRODUCT_ALREADY_ARCHIVED. */
export async function archiveProduct(ctx: Ctx, id: string): Promise<void> {
  if (await change(ctx, id, "archiveProduct", sql`is_archived = true`, sql`not is_archived`)) return;
  await getAdminProduct(ctx, id);
  throw unprocessable("PRODUCT_ALREADY_ARCHIVED");
}

/** Throws PRODUCT_NOT_FOUND, PRODUCT_NOT_ARCHIVED. */
export async function unarchiveProduct(ctx: Ctx, id: string): Promise<void> {
  if (await change(ctx, id, "unarchiveProduct", sql`is_archived = false`, sql`is_archived`)) return;
  await getAdminProduct(ctx, id);
  throw unprocessable("PRODUCT_NOT_ARCHIVED");
}

/** One conditional transition, so that two administrators cannot both succeed (T11). */
async function change(ctx: Ctx, id: string, action: string, set: SQL, when: SQL): Promise<boolean> {
  return hasRow(
    ctx,
    sql`
    with p as (update products set ${set}, updated_at = now() where id = ${id} and ${when} returning id),
    ${audited(ctx, action, "product", "p", { org_id: null })}
    select 1 from p`,
  );
}
