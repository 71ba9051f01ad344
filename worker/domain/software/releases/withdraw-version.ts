import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound, unprocessable, versionWithdrawn } from "../../../contract/errors.ts";
import { pages } from "../../../contract/pages.ts";
import type * as contract from "../../../contract/v1/admin/releases.ts";
import type { Ctx } from "../../context.ts";
import { currentUserId } from "../../current-user.ts";
import { notificationParts, withdrawEventPart } from "../../notifications/index.ts";
import { pageUrl } from "../../page-url.ts";
import { hasPermission } from "../../permissions.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { one } from "../../sql.ts";

type Withdrawal = InputOf<typeof contract.withdrawVersion>["body"];

export const isAffected = sql`(u.is_active and exists (
  select 1 from downloads l
  where l.software_id = v.software_id and l.version_id = v.id
    and (l.user_id = u.id or (l.org_id = u.org_id and ${hasPermission("u.roles", "manage_organization")}))
))`;

/** Characters with a meaning in Markdown (print-markdown.ts). */
const markdownSpecials = "([\\\\`*_[\\]<>&#|~])";
const escapedMatch = "\\\\\\1";
const escapeMarkdown = (column: string): SQL =>
  sql`regexp_replace(left(${sql.raw(column)}, 1024), ${markdownSpecials}::text, ${escapedMatch}::text, 'g')`;

/**
 * Stops the downloads and offers of a version, and notifies its downloaders and the managers of their organizations in
 * the app and by mail, neither of which can be turned off. Unsent mails that announce the version are dropped.
 */
export async function withdrawVersion(ctx: Ctx, id: string, { reason, replacement_id }: Withdrawal): Promise<void> {
  const isReplacement = sql`(${replacement_id}::uuid is null or exists (
    select 1 from software_versions r
    where r.id = ${replacement_id}::uuid and r.id <> software_versions.id
      and r.software_id = software_versions.software_id and r.is_published and not r.is_deleted
  ))`;
  const [, , withdrawResult] = await ctx.db.batch([
    // Same lock order as in `stageVersion`. `no key update` lets a download that holds the version check its foreign
    // keys and end, so that the next statement reads that download, too.
    sql`
    select 1 from software where id = (select software_id from software_versions where id = ${id}) for no key update`,
    sql`select 1 from software_versions where id = ${id} for no key update`,
    sql`
    with v as (
      update software_versions
      set withdrawn_at = now(), withdrawn_by = ${currentUserId(ctx)}, withdrawal_reason = ${reason},
        replacement_id = ${replacement_id}::uuid, is_published = false, published_at = null, published_by = null,
        stage = null, updated_at = now()
      where id = ${id} and not is_deleted and withdrawn_at is null and ${isReplacement}
      returning software_versions.*, ${beforeAndAfter}
    ),
    held as (
      update software set updated_at = greatest(now(), software.updated_at + interval '1 millisecond')
      from v where software.id = v.software_id
      returning software.id
    ),
    ${withdrawEventPart(`version:${id}`)},
    ${notificationParts(
      {
        type: "versionWithdrawn",
        recipient: sql`u.email`,
        user_id: sql`u.id`,
        payload: sql`jsonb_strip_nulls(jsonb_build_object(
          'first_name', u.first_name, 'last_name', u.last_name, 'software', w.title, 'version', v.version,
          'reason', v.withdrawal_reason,
          'replacement', (select r.version from software_versions r where r.id = v.replacement_id),
          'url', case w.kind when 'dependency' then ${pageUrl(ctx, pages.downloads, {})}
            else ${pageUrl(ctx, pages.softwareVersions, { name: sql`w.name` })} end))`,
        event: sql`'withdrawn:' || v.id`,
      },
      sql`v join software w on w.id = v.software_id join users u on ${isAffected}`,
    )},
    ${notificationParts(
      {
        as: "shown",
        type: "mustRead",
        channels: ["app"],
        recipient: sql`u.email`,
        user_id: sql`u.id`,
        payload: sql`jsonb_build_object(
          'first_name', u.first_name, 'last_name', u.last_name, 'reason', 'security',
          'subject', btrim(left('Stop using ' || v.version || ' of ' || w.title, 150)),
          'message', concat_ws(E'\n\n',
            'You or your organization downloaded ' || ${escapeMarkdown("v.version")}
              || ' of ' || ${escapeMarkdown("w.title")} || '. We withdrew it:',
            ${escapeMarkdown("v.withdrawal_reason")},
            coalesce(
              'Install version '
                || (select ${escapeMarkdown("r.version")} from software_versions r where r.id = v.replacement_id)
                || ' instead. Your downloads have it.',
              'Stop using it. Your downloads say which version you can use.')))`,
        event: sql`'withdrawn:' || v.id`,
      },
      sql`v join software w on w.id = v.software_id join users u on ${isAffected}`,
    )},
    ${audited(ctx, "withdrawVersion", "software_version", "v", {
      org_id: null,
      data: { reason },
      changes: diffRows(),
    })}
    select 1 from v`,
  ]);
  if (withdrawResult?.rows.length === 0) await refuse(ctx, id);
  ctx.wakeWorkers();
}

async function refuse(ctx: Ctx, id: string): Promise<never> {
  const state = await one(
    ctx,
    () => z.object({ is_deleted: z.boolean(), withdrawal_reason: z.nullable(z.string()) }),
    sql`select is_deleted, withdrawal_reason from software_versions where id = ${id}`,
    () => notFound("SOFTWARE_VERSION_NOT_FOUND"),
  );
  if (state.is_deleted) throw unprocessable("PLUGIN_VERSION_DELETED");
  if (state.withdrawal_reason !== null) throw versionWithdrawn(state.withdrawal_reason);
  throw unprocessable("SOFTWARE_VERSION_REPLACEMENT_INVALID");
}
