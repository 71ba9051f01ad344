import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { one, type RowOf } from "../../sql.ts";

export const neededBy = (id: string): SQL => sql`
  with recursive needed(id) as (
    select e.dependency_version_id from software_version_dependencies e where e.version_id = ${id}
    union
    select e.dependency_version_id
    from needed n
    join software_version_dependencies e on e.version_id = n.id
  )`;

export const isObtainable = sql`(n.is_published and not n.is_deleted and not d.is_deleted)`;

export const hasUnpublishedNeed = (id: string): SQL => sql`exists (
  ${neededBy(id)}
  select 1
  from needed
  join software_versions n on n.id = needed.id
  join software d on d.id = n.software_id
  where n.id <> ${id} and not ${isObtainable}
)`;

const digestOf = (id: string): SQL => sql`md5(concat_ws('|',
  c.updated_at, cw.updated_at, cw.product_id, cw.is_default, cw.is_deleted, cw.fits_product_ids,
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
export const checkOf = (id: string): SQL => sql`(
  select ${digestOf(id)}
  from software_versions c
  join software cw on cw.id = c.software_id
  where c.id = ${id}
)`;

/**
 * CTE `held`: locks the software's row, which every publication and link updates, so that concurrent ones are checked
 * one after the other. With `check`, empty unless the digest still matches; `seen_at` is the version covered by the
 * check.
 */
export const lockSoftware = (id: string, check: string | undefined): SQL => sql`
  held as (
    update software cw set updated_at = greatest(now(), cw.updated_at + interval '1 millisecond')
    from software_versions c
    where c.id = ${id} and cw.id = c.software_id
      and not c.is_published and not c.is_deleted and btrim(c.public_description) <> ''
      and not ${hasUnpublishedNeed(id)}
      and ${check === undefined ? sql`true` : sql`${digestOf(id)} = ${check}`}
    returning cw.id, ${check === undefined ? sql`null::timestamptz` : sql`c.updated_at`} as seen_at
  )`;

const state = () =>
  z.object({
    is_deleted: z.boolean(),
    is_published: z.boolean(),
    is_described: z.boolean(),
    has_unpublished_need: z.boolean(),
  });

export const versionState = (ctx: ReadCtx, id: string): Promise<RowOf<typeof state>> =>
  one(
    ctx,
    state,
    sql`
    select is_deleted, is_published, btrim(public_description) <> '' as is_described,
      ${hasUnpublishedNeed(id)} as has_unpublished_need
    from software_versions
    where id = ${id}`,
    () => notFound("SOFTWARE_VERSION_NOT_FOUND"),
  );

export const descriptionRequired = () => unprocessable("SOFTWARE_VERSION_DESCRIPTION_REQUIRED");

export function refusalOf({ is_deleted, is_published, is_described, has_unpublished_need }: RowOf<typeof state>) {
  if (is_deleted) return unprocessable("PLUGIN_VERSION_DELETED");
  if (is_published) return unprocessable("SOFTWARE_VERSION_ALREADY_PUBLISHED");
  if (!is_described) return descriptionRequired();
  return has_unpublished_need ? unprocessable("SOFTWARE_VERSION_DEPENDENCY_NOT_PUBLISHED") : undefined;
}
