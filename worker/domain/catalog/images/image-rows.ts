import { type SQL, sql } from "drizzle-orm";
import { notFound } from "../../../contract/errors.ts";
import { iso, staticSql } from "../../sql.ts";

export const imageNotFound = () => notFound("PRODUCT_IMAGE_NOT_FOUND");

export const addresses: SQL = staticSql(sql`array_remove(products.main_image || products.other_images, null)`);

export const imageAssignments = (list: SQL): SQL => sql`main_image = (${list})[1], other_images = (${list})[2:]`;

/** Strictly later than the previous version, so that If-Match detects the change. */
export const nextUpdatedAt: SQL = staticSql(sql`greatest(now(), products.updated_at + interval '1 millisecond')`);

export const imageColumns: SQL = staticSql(sql`
  i.id, i.address, i.alt_text, i.content_type, i.width, i.height, i.bytes, ${iso("i.created_at")} as created_at`);
