import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../db/errors.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { audited, beforeAndAfter, changesOf } from "../audit/index.ts";
import type { Ctx } from "../context.ts";
import { hasRow, required } from "../sql.ts";
import { getPlugin, type Plugin } from "./list-named.ts";

type Link = { product_id: string | null; updated_at?: string | undefined };

/**
 * Says with which product a plugin is bought; null makes it everybody's. With `updated_at`, only while it is the one that was
 * read. Throws SOFTWARE_PLUGIN_NOT_FOUND, PRODUCT_NOT_FOUND, SOFTWARE_PLUGIN_IS_DEFAULT, SOFTWARE_PLUGIN_ALREADY_LINKED,
 * SOFTWARE_PLUGIN_NOT_PUBLISHED, PLUGIN_REFERENCE_DELETED, OBJECT_OUTDATED.
 */
export async function linkPlugin(ctx: Ctx, id: string, { product_id: productId, updated_at }: Link): Promise<Plugin> {
  const isRead = sql`updated_at = coalesce(${updated_at ?? null}::timestamptz, updated_at)`;
  const isReady = sql`(${productId}::uuid is null or (
    not is_default
    and exists (select 1 from products p where p.id = ${productId}::uuid)
    and exists (
      select 1 from software_versions v where v.software_id = software.id and v.is_published and not v.is_deleted
    )))`;
  try {
    const isLinked = await hasRow(
      ctx,
      sql`
      with s as (
        update software set product_id = ${productId}::uuid,
          updated_at = greatest(now(), updated_at + interval '1 millisecond')
        where id = ${id} and kind = 'plugin' and not is_deleted and ${isRead} and ${isReady}
        returning id, ${beforeAndAfter}
      ), ${audited(ctx, "linkPlugin", "software", "s", {
        org_id: null,
        data: { product_id: productId },
        changes: changesOf(),
      })}
      select 1 from s`,
    );
    if (!isLinked) return await refuse(ctx, id, productId, isRead);
  } catch (error) {
    if (violatedConstraint(error) === "software_product_unique") throw unprocessable("SOFTWARE_PLUGIN_ALREADY_LINKED");
    throw error;
  }
  return getPlugin(ctx, id);
}

/** Throws why a plugin cannot be linked. */
async function refuse(ctx: Ctx, id: string, productId: string | null, isRead: SQL): Promise<never> {
  const found = await required(
    ctx,
    () => z.object({ is_deleted: z.boolean(), is_read: z.boolean(), is_default: z.boolean(), is_product: z.boolean() }),
    sql`
    select is_deleted, ${isRead} as is_read, is_default,
      exists (select 1 from products p where p.id = ${productId}::uuid) as is_product
    from software
    where id = ${id} and kind = 'plugin'`,
    () => notFound("SOFTWARE_PLUGIN_NOT_FOUND"),
  );
  if (found.is_deleted) throw unprocessable("PLUGIN_REFERENCE_DELETED");
  if (!found.is_read) throw unprocessable("OBJECT_OUTDATED");
  if (!found.is_product) throw notFound("PRODUCT_NOT_FOUND");
  throw unprocessable(found.is_default ? "SOFTWARE_PLUGIN_IS_DEFAULT" : "SOFTWARE_PLUGIN_NOT_PUBLISHED");
}
