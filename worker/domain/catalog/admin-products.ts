import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { adminProduct } from "../../contract/entities/product.ts";
import { notFound } from "../../contract/errors.ts";
import type { ListQuery } from "../../contract/paging.ts";
import type { ReadCtx } from "../context.ts";
import { type Page, readPage } from "../listing.ts";
import { productIdBySerial } from "./product-id-by-serial.ts";
import { adminColumns, type AdminProduct, productSearch } from "./product-rows.ts";
import { one, uuids } from "../sql.ts";

export type AdminProductQuery = ListQuery & {
  category?: string | undefined;
  type?: string | undefined;
  is_active?: boolean | undefined;
  is_archived?: boolean | undefined;
  is_published?: boolean | undefined;
  /** Restricts the list to these products; not part of the contract. */
  ids?: string[];
};

export const adminProductSource = (query: AdminProductQuery) => ({
  shape: () => adminProduct,
  columns: adminColumns,
  from: sql`products p`,
  where: [
    query.ids && sql`p.id = any(${uuids(query.ids)})`,
    query.category && sql`p.category = ${query.category}`,
    query.type && sql`p.type = ${query.type}`,
    query.is_active !== undefined && sql`p.is_active = ${query.is_active}`,
    query.is_archived !== undefined && sql`p.is_archived = ${query.is_archived}`,
    query.is_published !== undefined && sql`p.is_published = ${query.is_published}`,
  ],
  ...productSearch,
  names: ["name"],
});

export const listAdminProducts = (ctx: ReadCtx, query: AdminProductQuery): Promise<Page<AdminProduct>> =>
  readPage(ctx, query, adminProductSource(query));

const readAdminProduct = async (
  ctx: ReadCtx,
  id: SQL,
  errcode: "PRODUCT_NOT_FOUND" | "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND",
): Promise<AdminProduct> => {
  const row = await one(
    ctx,
    () => z.object({ product: adminProduct }),
    sql`
    select to_json(shown) as product from (select ${adminColumns} from products p where p.id = ${id}) shown`,
    () => notFound(errcode),
  );
  return row.product;
};

export const getAdminProduct = (ctx: ReadCtx, id: string): Promise<AdminProduct> =>
  readAdminProduct(ctx, sql`${id}`, "PRODUCT_NOT_FOUND");

export const lookUpAdminProduct = (ctx: ReadCtx, serial: string): Promise<AdminProduct> =>
  readAdminProduct(ctx, productIdBySerial(serial), "PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND");
