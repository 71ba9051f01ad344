import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/software.ts";
import { unprocessable } from "../../../contract/errors.ts";
import { pages } from "../../../contract/pages.ts";
import { audited, beforeAndAfter, changesOf } from "../../platform/index.ts";
import { currentUserId } from "../../current-user.ts";
import type { Ctx } from "../../context.ts";
import { notified } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { exists } from "../../sql.ts";
import { mayHave } from "./audience.ts";
import { descriptionRequired, lockSoftware, refusalOf, versionState } from "./publication.ts";
import { getVersion, type Version } from "./list-versions.ts";

/** `updated_at` changes only that version of the row. */
export async function updateVersion(
  ctx: Ctx,
  id: string,
  { public_description, updated_at }: InputOf<typeof contract.updateVersion>["body"],
): Promise<Version> {
  if (public_description === "") throw descriptionRequired();
  const isRead = updated_at === undefined ? sql`true` : sql`updated_at = ${updated_at}::timestamptz`;
  const isChanged = await exists(
    ctx,
    sql`
    with v as (
      update software_versions set public_description = ${public_description}, updated_at = now()
      where id = ${id} and not is_deleted and ${isRead}
      returning id, ${beforeAndAfter}
    ), ${audited(ctx, "updateVersion", "software_version", "v", { org_id: null, changes: changesOf() })}
    select 1 from v`,
  );
  const version = await getVersion(ctx, id);
  if (!isChanged) throw unprocessable("OBJECT_OUTDATED");
  return version;
}

/**
 * Publishes a version once and notifies the entitled users. With `check`, the digest from publish-check, only if
 * nothing it covers has changed: of two versions of the same software published concurrently with a check, one
 * succeeds.
 */
export async function publishVersion(ctx: Ctx, id: string, check?: string): Promise<void> {
  const isPublished = await exists(
    ctx,
    sql`
    with ${lockSoftware(id, check)},
    v as (
      update software_versions
      set is_published = true, published_at = now(), published_by = ${currentUserId(ctx)}, updated_at = now()
      from held
      where software_versions.id = ${id} and not is_published and not is_deleted
        and btrim(public_description) <> '' and coalesce(software_versions.updated_at = held.seen_at, true)
      returning software_versions.id, software_id, version, ${beforeAndAfter}
    ), ${releaseNotifications(ctx)},
    ${audited(ctx, "publishVersion", "software_version", "v", { org_id: null, changes: changesOf() })}
    select 1 from v`,
  );
  if (!isPublished) throw refusalOf(await versionState(ctx, id)) ?? unprocessable("OBJECT_OUTDATED");
  ctx.wakeWorkers();
}

const releaseNotifications = (ctx: Ctx) =>
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
    where ${mayHave(sql`u.org_id`)}`,
  );
