import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { pages } from "../../contract/pages.ts";
import { audited, beforeAndAfter, changesOf } from "../audit/index.ts";
import { callerId } from "../caller.ts";
import type { Ctx } from "../context.ts";
import { notified } from "../notifications/index.ts";
import { pageUrl } from "../page-url.ts";
import { hasRow, required } from "../sql.ts";
import { isAvailable } from "../subscriptions/index.ts";
import { getVersion, type Version } from "./list-versions.ts";

/** Says what is new in a version. Throws SOFTWARE_VERSION_NOT_FOUND, SOFTWARE_VERSION_DESCRIPTION_REQUIRED. */
export async function updateVersion(ctx: Ctx, id: string, description: string): Promise<Version> {
  if (description === "") throw unprocessable("SOFTWARE_VERSION_DESCRIPTION_REQUIRED");
  await ctx.db.execute(sql`
    with v as (
      update software_versions set public_description = ${description}, updated_at = now()
      where id = ${id} and not is_deleted
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "updateVersion", "software_version", "v", { org_id: null, changes: changesOf() })}
    select 1`);
  return getVersion(ctx, id);
}

/**
 * Publishes a version, once, and tells those who may have it. Throws SOFTWARE_VERSION_NOT_FOUND, SOFTWARE_VERSION_ALREADY_PUBLISHED,
 * SOFTWARE_VERSION_DESCRIPTION_REQUIRED, SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED, PLUGIN_VERSION_DELETED.
 */
export async function publishVersion(ctx: Ctx, id: string): Promise<void> {
  const isPublished = await hasRow(
    ctx,
    sql`
    with v as (
      update software_versions
      set is_published = true, published_at = now(), published_by = ${callerId(ctx, "user_id")}, updated_at = now()
      where id = ${id} and not is_published and not is_deleted and btrim(public_description) <> ''
        and not ${hasUnpublishedNeed(id)}
      returning id, software_id, version, ${beforeAndAfter}
    ), ${news(ctx)},
    ${audited(ctx, "publishVersion", "software_version", "v", { org_id: null, changes: changesOf() })}
    select 1 from v`,
  );
  if (!isPublished) return refuse(ctx, id);
  ctx.wakeWorkers();
}

const hasUnpublishedNeed = (id: string) => sql`exists (
  select 1
  from software_version_dependencies e
  join software_versions needed on needed.id = e.dependency_version_id
  where e.version_id = ${id} and (not needed.is_published or needed.is_deleted)
)`;

/** Throws why a version cannot be published. */
async function refuse(ctx: Ctx, id: string): Promise<never> {
  const { is_deleted, is_published, is_described } = await required(
    ctx,
    () => z.object({ is_deleted: z.boolean(), is_published: z.boolean(), is_described: z.boolean() }),
    sql`
    select is_deleted, is_published, btrim(public_description) <> '' as is_described
    from software_versions
    where id = ${id}`,
    () => notFound("SOFTWARE_VERSION_NOT_FOUND"),
  );
  if (is_deleted) throw unprocessable("PLUGIN_VERSION_DELETED");
  if (is_published) throw unprocessable("SOFTWARE_VERSION_ALREADY_PUBLISHED");
  throw unprocessable(
    is_described ? "SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED" : "SOFTWARE_VERSION_DESCRIPTION_REQUIRED",
  );
}

/** A product that is the one of software w, or another term of the same plan. */
const isItsProduct = sql`exists (
  select 1
  from products linked
  where linked.id = w.product_id and (linked.id = p.id or linked.family = p.family)
)`;

/**
 * Tells of version v: the people of the organizations that may have it now, of firmware those with a device for it, and of
 * dependencies nobody.
 */
const news = (ctx: Ctx) =>
  notified(
    {
      type: sql`case w.kind when 'plugin' then 'newPluginVersion' else 'newSoftwareVersion' end`,
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`jsonb_build_object(
        'first_name', u.first_name, 'last_name', u.last_name, 'version', v.version,
        'product', jsonb_build_object('id', w.id, 'name', w.title),
        'download_url', ${pageUrl(ctx, pages.downloads, {})})`,
      event: sql`'version:' || v.id`,
    },
    sql`v
    join software w on w.id = v.software_id and w.kind <> 'dependency'
    join users u on u.is_active and u.is_email_verified
    where (w.fits_product_ids = '{}' or w.kind = 'plugin' or exists (
      select 1 from devices d
      where d.org_id = u.org_id and not d.is_deleted and d.product_id = any(w.fits_product_ids)
    )) and (w.product_id is null or exists (
      select 1 from subscriptions s
      join products p on p.id = s.product_id
      where s.org_id = u.org_id and ${isItsProduct} and ${isAvailable}
    ) or exists (
      select 1 from orders o
      join order_lines l on l.order_id = o.id
      join products p on p.id = l.product_id
      where o.org_id = u.org_id and ${isItsProduct}
        and o.payment_status in ('paid', 'partially_refunded', 'disputed', 'refund_failed')
    ))`,
  );
