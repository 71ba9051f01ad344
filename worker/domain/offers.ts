import { type SQL, sql } from "drizzle-orm";
import type { ReadCtx } from "./context.ts";
import { currentOrgId, currentUserId } from "./current-user.ts";
import { hasPermission } from "./permissions.ts";

/** The organization and user that may get a version. `device_id` limits a percentage of devices to one device. */
export type OfferRecipient = { org_id: SQL; is_beta_tester: SQL; device_id?: SQL };

export const viewerAsRecipient = (ctx: ReadCtx): OfferRecipient => ({
  org_id: currentOrgId(ctx),
  is_beta_tester: sql`(
    select ${hasPermission("tester.roles", "get_prereleases")} from users tester where tester.id = ${currentUserId(ctx)}
  )`,
});

type Aliases = { version: string; software: string };
const defaultAliases: Aliases = { version: "v", software: "s" };

/** Withdrawn versions, and versions that depend on one. The subquery is independent of the row, so it runs once. */
const stoppedVersionIds = sql`(
  with recursive stopped(id) as (
    select w.id from software_versions w where w.withdrawn_at is not null
    union
    select e.version_id from stopped join software_version_dependencies e on e.dependency_version_id = stopped.id
  )
  select id from stopped
)`;

export const isStopped = (version = "v"): SQL => sql`(${sql.raw(version)}.id in ${stoppedVersionIds})`;

export const isWaiting = sql`(not v.is_published and v.stage is null and v.withdrawn_at is null)`;

/** A bucket from 0 to 99, always the same for an id and a version: the recipients at 10 % are among those at 20 %. */
const bucketFor = (id: SQL, version: SQL): SQL =>
  sql`(('x' || left(md5(${id}::text || ${version}.id::text), 7))::bit(28)::int % 100)`;

/**
 * Reason why a version is offered to a recipient, or null: the single rule of manifest, downloads, devices, lists and
 * notifications. entitlement.ts decides about purchases. A percentage counts devices for software that is made for
 * devices, and organizations for other software (ADR-063).
 */
export function offerReason(
  { org_id, is_beta_tester, device_id }: OfferRecipient,
  aliases: Aliases = defaultAliases,
): SQL {
  const [v, s] = [sql.raw(aliases.version), sql.raw(aliases.software)];
  const isChosenDevice = sql`exists (
    select 1 from devices taker
    where taker.org_id = ${org_id} and not taker.is_deleted and taker.product_id = any(${s}.fits_product_ids)
      and ${device_id ? sql`taker.id = ${device_id}` : sql`true`}
        and ${bucketFor(sql`taker.id`, v)} < ${v}.stage_percent
  )`;
  return sql`(case
    when ${isStopped(aliases.version)} then null
    when ${v}.is_published then 'published'
    when ${v}.stage is null then null
    when ${org_id} = any(${v}.stage_org_ids) then 'organization'
    when ${v}.stage_percent > 0 and (case when ${s}.kind = 'software' and ${s}.fits_product_ids <> '{}'
      then ${isChosenDevice} else ${bucketFor(org_id, v)} < ${v}.stage_percent end) then 'percentage'
    when ${is_beta_tester} then 'beta'
  end)`;
}

export const isOffered = (recipient: OfferRecipient, aliases?: Aliases): SQL =>
  sql`(${offerReason(recipient, aliases)} is not null)`;
