import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { linkCheckShape } from "../../../contract/entities/release.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import { hasBought } from "./audience.ts";
import { type NamedSoftware, softwareId } from "./named-software.ts";

const linkCheck = z.object(linkCheckShape);
export type LinkCheck = z.output<typeof linkCheck>;

/**
 * Counts the organizations that a link to `productId` would admit or exclude, by the rule of downloads. A null
 * `productId` makes the plugin free.
 */
export async function checkPluginLink(ctx: ReadCtx, id: string, productId: string | null): Promise<LinkCheck> {
  const check = await findLinkCheck(ctx, sql`${id}`, productId);
  if (!check) throw notFound("SOFTWARE_PLUGIN_NOT_FOUND");
  return check;
}

/** `checkPluginLink` for software by its name; undefined if it is not a plugin. */
export const findLinkCheckByName = (
  ctx: ReadCtx,
  named: NamedSoftware,
  productId: string | null,
): Promise<LinkCheck | undefined> => findLinkCheck(ctx, softwareId(named), productId);

async function findLinkCheck(ctx: ReadCtx, id: SQL, productId: string | null): Promise<LinkCheck | undefined> {
  const newProductId = sql`${productId}::uuid`;
  const linkResult = await maybeOne(
    ctx,
    () => linkCheck,
    sql`
    with w as materialized (
      select s.* from software s where s.id = ${id} and s.kind = 'plugin' and not s.is_deleted
    ),
    now_and_then as materialized (
      select org.id, w.has_availability and (w.product_id is null or ${hasBought(sql`org.id`)}) as has_it,
        ${newProductId} is null or ${hasBought(sql`org.id`, newProductId)} as will_have_it
      from organizations org cross join w
    )
    select
      (select json_build_object('id', p.id, 'name', p.name) from products p where p.id = ${newProductId}) as product,
      (select count(*)::int from now_and_then where will_have_it) as organizations,
      (select count(*)::int from now_and_then where has_it and not will_have_it) as losing,
      (
        select count(*)::int from now_and_then n
        where has_it and not will_have_it and exists (
          select 1 from downloads d
          where d.org_id = n.id and d.software_id = w.id and d.created_at > now() - interval '90 days'
        )
      ) as losing_users
    from w`,
  );
  if (linkResult && productId !== null && linkResult.product === null) throw notFound("PRODUCT_NOT_FOUND");
  return linkResult;
}
