import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/software.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { exists, one, uuids } from "../../sql.ts";
import { getPlugin, type Plugin } from "./list-named.ts";
import { areProducts } from "./manage-software.ts";

type LinkInput = InputOf<typeof contract.linkPlugin>["body"];

/**
 * Sets how a plugin is obtained: with a product, with Flowpoint (`is_default`), or free without either; and the
 * products whose devices it supports. An imported plugin is available to no organization until this choice; `isChoice`
 * false leaves its availability as it is. Omitted fields keep their value. With `updated_at`, the plugin is changed
 * only if it still has that version.
 */
export async function linkPlugin(ctx: Ctx, id: string, link: LinkInput, isChoice = true): Promise<Plugin> {
  const { product_id: productId, updated_at, fits_product_ids: fits } = link;
  const isRead = sql`updated_at = coalesce(${updated_at ?? null}::timestamptz, updated_at)`;
  const isDefault = sql`coalesce(${link.is_default ?? null}::boolean, is_default)`;
  const areKnown = sql`(${areProducts(productId === null ? [] : [productId])} and ${areProducts(fits ?? [])})`;
  const isReady = sql`(${productId}::uuid is null or not ${isDefault})`;
  const newFits = fits ? sql`fits_product_ids = ${uuids(fits)},` : sql``;
  try {
    const isLinked = await exists(
      ctx,
      sql`
      with s as (
        update software set product_id = ${productId}::uuid, is_default = ${isDefault}, ${newFits}
          has_availability = has_availability or ${isChoice},
          updated_at = greatest(now(), updated_at + interval '1 millisecond')
        where id = ${id} and kind = 'plugin' and not is_deleted and ${isRead} and ${isReady} and ${areKnown}
        returning id, ${beforeAndAfter}
      ), ${audited(ctx, "linkPlugin", "software", "s", {
        org_id: null,
        data: { product_id: productId },
        changes: diffRows(),
      })}
      select 1 from s`,
    );
    if (!isLinked) return await refuse(ctx, id, { isRead, isDefault, areKnown });
  } catch (error) {
    if (violatedConstraint(error) === "software_product_unique") throw unprocessable("SOFTWARE_PLUGIN_ALREADY_LINKED");
    throw error;
  }
  return getPlugin(ctx, id);
}

async function refuse(ctx: Ctx, id: string, rules: { isRead: SQL; isDefault: SQL; areKnown: SQL }): Promise<never> {
  const { isRead, isDefault, areKnown } = rules;
  const state = await one(
    ctx,
    () => z.object({ is_deleted: z.boolean(), is_read: z.boolean(), is_default: z.boolean(), are_known: z.boolean() }),
    sql`
    select is_deleted, ${isRead} as is_read, ${isDefault} as is_default, ${areKnown} as are_known
    from software
    where id = ${id} and kind = 'plugin'`,
    () => notFound("SOFTWARE_PLUGIN_NOT_FOUND"),
  );
  if (state.is_deleted) throw unprocessable("PLUGIN_REFERENCE_DELETED");
  if (!state.is_read) throw unprocessable("OBJECT_OUTDATED");
  if (!state.are_known) throw notFound("PRODUCT_NOT_FOUND");
  throw unprocessable("SOFTWARE_PLUGIN_IS_DEFAULT");
}
