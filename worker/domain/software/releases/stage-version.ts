import { type SQL, sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { pages } from "../../../contract/pages.ts";
import type * as contract from "../../../contract/v1/admin/releases.ts";
import type { Ctx } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { notificationParts } from "../../notifications/index.ts";
import { isOffered } from "../../offers.ts";
import { pageUrl } from "../../page-url.ts";
import { hasPermission } from "../../permissions.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { exists, uuids } from "../../sql.ts";
import { mayReceiveSoftware } from "./audience.ts";
import { columnsAfter, isWiderThan, lockSoftwarePart, refusalFor, getVersionState } from "./publication.ts";

type StageInput = InputOf<typeof contract.stageVersion>["body"];

/** One event for all stages of a version, so that each user is notified once. */
export const releaseEvent = (versionId: SQL): SQL => sql`('version:' || ${versionId})`;

/** User u gets version v of software w in its stage, and was not notified of that version before. */
export const isNewlyReached = sql`(u.is_active and u.is_email_verified and ${mayReceiveSoftware(sql`u.org_id`)}
  and ${isOffered(
    { org_id: sql`u.org_id`, is_beta_tester: hasPermission("u.roles", "get_prereleases") },
    { version: "v", software: "w" },
  )}
  and not exists (select 1 from notifications n where n.event = ${releaseEvent(sql`v.id`)} and n.user_id = u.id))`;

/**
 * Offers a version to beta testers, organizations or a percentage, or publishes it, and notifies users who may have the
 * version and were not notified of it in an earlier stage. A stage adds to earlier stages. With `check`, the digest
 * from publish-check, the stage succeeds only if nothing that the digest covers has changed, so that of two concurrent
 * stages of the same software with a `check` only one succeeds.
 */
export async function stageVersion(ctx: Ctx, id: string, body: StageInput): Promise<void> {
  const stagedColumns = columnsAfter(body, "software_versions");
  const isPublishing = body.stage === "published";
  const isDone =
    (await requireOrganizations(ctx, body.org_ids ?? [])) &&
    (await exists(
      ctx,
      sql`
      with ${lockSoftwarePart(id, body)},
      v as (
        update software_versions
        set is_published = ${stagedColumns.is_published}, stage = ${stagedColumns.stage},
          stage_org_ids = ${stagedColumns.stage_org_ids},
          stage_percent = ${stagedColumns.stage_percent}, staged_at = coalesce(staged_at, now()), updated_at = now(),
          public_description = ${body.notes ? sql`${body.notes}::text` : sql`public_description`}
          ${isPublishing ? sql`, published_at = now(), published_by = ${currentUserId(ctx)}` : sql``}
        from held
        where software_versions.id = ${id} and not is_published and not is_deleted and withdrawn_at is null
          and ${isPublishing && !body.notes ? sql`btrim(public_description) <> ''` : sql`true`}
          and ${isWiderThan(body, "software_versions")}
          and coalesce(software_versions.updated_at = held.seen_at, true)
        returning software_versions.*, ${beforeAndAfter}
      ), ${releaseNotifications(ctx)},
      ${
        isPublishing
          ? audited(ctx, "publishVersion", "software_version", "v", { org_id: null, changes: diffRows() })
          : audited(ctx, "stageVersion", "software_version", "v", { org_id: null, changes: diffRows() })
      }
      select 1 from v`,
    ));
  if (!isDone) throw refusalFor(await getVersionState(ctx, id, body), body) ?? unprocessable("OBJECT_OUTDATED");
  ctx.wakeWorkers();
}

export const publishVersion = (ctx: Ctx, id: string, check?: string): Promise<void> =>
  stageVersion(ctx, id, { stage: "published", org_ids: undefined, percent: undefined, notes: undefined, check });

/** Organizations need no lock, because they are never deleted. @throws ORG_NOT_FOUND unless all exist */
async function requireOrganizations(ctx: Ctx, ids: string[]): Promise<true> {
  const areKnown =
    ids.length === 0 ||
    (await exists(
      ctx,
      sql`select 1 where (select count(*) from organizations o where o.id = any(${uuids(ids)})) = ${ids.length}`,
    ));
  if (!areKnown) throw notFound("ORG_NOT_FOUND");
  return true;
}

const releaseNotifications = (ctx: Ctx) =>
  notificationParts(
    {
      type: sql`case w.kind when 'plugin' then 'newPluginVersion' else 'newSoftwareVersion' end`,
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`jsonb_build_object(
        'first_name', u.first_name, 'last_name', u.last_name, 'version', v.version,
        'product', jsonb_build_object('id', w.id, 'name', w.title),
        'download_url', ${pageUrl(ctx, pages.downloads, {})})`,
      event: releaseEvent(sql`v.id`),
    },
    sql`v
    join software w on w.id = v.software_id and w.kind <> 'dependency'
    join users u on ${isNewlyReached}`,
  );
