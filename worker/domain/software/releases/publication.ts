import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound, unprocessable, versionWithdrawn } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/admin/releases.ts";
import type { ReadCtx } from "../../context.ts";
import { one, type RowOf, uuids } from "../../sql.ts";

type StageBody = InputOf<typeof contract.stageVersion>["body"];
export type Stage = Pick<StageBody, "stage" | "org_ids" | "percent">;

/**
 * The columns of a version after a stage. A stage adds to earlier stages, and `stage` is the widest one so far, so that
 * `beta` after a percentage changes nothing.
 */
export function columnsAfter({ stage, org_ids, percent }: Stage, row: string) {
  const v = sql.raw(row);
  const isPublished = stage === "published";
  const stage_org_ids =
    stage === "organizations"
      ? sql`array(select distinct unnest(${v}.stage_org_ids || ${uuids(org_ids ?? [])}))`
      : sql`${v}.stage_org_ids`;
  const stage_percent =
    stage === "percentage" ? sql`greatest(${v}.stage_percent, ${percent ?? 0}::int)` : sql`${v}.stage_percent`;
  return {
    is_published: isPublished ? sql`true` : sql`false`,
    stage_org_ids,
    stage_percent,
    stage: isPublished
      ? sql`null::text`
      : sql`case
          when ${stage_percent} > 0 then 'percentage'
          when ${stage_org_ids} <> '{}' then 'organizations'
          else 'beta'
        end`,
  };
}

/** A stage must not lower the percentage, because users who already have the version keep it. */
export const isWiderThan = ({ stage, percent }: Stage, row: string): SQL =>
  stage === "percentage" ? sql`${sql.raw(row)}.stage_percent <= ${percent ?? 0}::int` : sql`true`;

export const withNeededVersions = (id: string): SQL => sql`
  with recursive needed(id) as (
    select e.dependency_version_id from software_version_dependencies e where e.version_id = ${id}
    union
    select e.dependency_version_id
    from needed n
    join software_version_dependencies e on e.version_id = n.id
  )`;

export const isObtainable = sql`(n.is_published and not n.is_deleted and not d.is_deleted)`;

export const hasUnpublishedNeed = (id: string): SQL => sql`exists (
  ${withNeededVersions(id)}
  select 1
  from needed
  join software_versions n on n.id = needed.id
  join software d on d.id = n.software_id
  where n.id <> ${id} and not ${isObtainable}
)`;

const publicationDigest = (id: string): SQL => sql`md5(concat_ws('|',
  c.updated_at, cw.updated_at, cw.product_id, cw.is_default, cw.has_availability, cw.is_deleted, cw.fits_product_ids,
  (
    select string_agg(other.id::text, ',' order by other.id)
    from software_versions other
    where other.software_id = cw.id and other.is_published and not other.is_deleted
  ),
  ${hasUnpublishedNeed(id)}))`;

/**
 * Digest of the facts that publish-check covers: the version, its product link, the published versions, and whether its
 * dependencies are available. Purchases are excluded: they change daily and are evaluated at publication.
 */
export const selectCheck = (id: string): SQL => sql`(
  select ${publicationDigest(id)}
  from software_versions c
  join software cw on cw.id = c.software_id
  where c.id = ${id}
)`;

/**
 * CTE `held`: locks the software's row, which every stage, withdrawal and link updates, so that concurrent changes are
 * checked one after the other. The CTE is empty for a version that is deleted, withdrawn, published already or not
 * ready, and, with `check`, if the digest no longer matches; `seen_at` is the `updated_at` of the version that the
 * check covers, null without a check.
 */
export const lockSoftwarePart = (id: string, { stage, notes, check }: StageBody): SQL => sql`
  held as (
    update software cw set updated_at = greatest(now(), cw.updated_at + interval '1 millisecond')
    from software_versions c
    where c.id = ${id} and cw.id = c.software_id
      and not c.is_published and not c.is_deleted and c.withdrawn_at is null and cw.has_availability
      and ${stage === "published" && !notes ? sql`btrim(c.public_description) <> ''` : sql`true`}
      and not ${hasUnpublishedNeed(id)}
      and ${check === undefined ? sql`true` : sql`${publicationDigest(id)} = ${check}`}
    returning cw.id, ${check === undefined ? sql`null::timestamptz` : sql`c.updated_at`} as seen_at
  )`;

const stateRow = () =>
  z.object({
    is_deleted: z.boolean(),
    is_published: z.boolean(),
    is_described: z.boolean(),
    withdrawal_reason: z.nullable(z.string()),
    has_availability: z.boolean(),
    has_unpublished_need: z.boolean(),
    is_wider: z.boolean(),
  });

export const getVersionState = (ctx: ReadCtx, id: string, stage: Stage): Promise<RowOf<typeof stateRow>> =>
  one(
    ctx,
    stateRow,
    sql`
    select v.is_deleted, v.is_published, btrim(v.public_description) <> '' as is_described, v.withdrawal_reason,
      s.has_availability, ${hasUnpublishedNeed(id)} as has_unpublished_need, ${isWiderThan(stage, "v")} as is_wider
    from software_versions v
    join software s on s.id = v.software_id
    where v.id = ${id}`,
    () => notFound("SOFTWARE_VERSION_NOT_FOUND"),
  );

export const descriptionRequired = () => unprocessable("SOFTWARE_VERSION_DESCRIPTION_REQUIRED");

/** Why a version cannot enter a stage; undefined if it can. `notes` replace the version's own description. */
export function refusalFor(current: RowOf<typeof stateRow>, { stage, notes }: Pick<StageBody, "stage" | "notes">) {
  if (current.is_deleted) return unprocessable("PLUGIN_VERSION_DELETED");
  if (current.withdrawal_reason !== null) return versionWithdrawn(current.withdrawal_reason);
  if (current.is_published) return unprocessable("SOFTWARE_VERSION_ALREADY_PUBLISHED");
  if (!current.has_availability) return unprocessable("SOFTWARE_AVAILABILITY_REQUIRED");
  if (stage === "published" && !notes && !current.is_described) return descriptionRequired();
  if (current.has_unpublished_need) return unprocessable("SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED");
  return current.is_wider ? undefined : unprocessable("SOFTWARE_VERSION_STAGE_NARROWER");
}
