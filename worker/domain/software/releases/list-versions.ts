import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SoftwareKind } from "../../../../db/enums.ts";
import { adminVersion, adminVersionShape } from "../../../contract/entities/software.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { sortNewestFirst, versionExpressions, versionStatus } from "../builds.ts";
import { selectFields } from "../../select-of.ts";
import { iso, one } from "../../sql.ts";

export type Version = z.output<typeof adminVersion>;
type Filter = {
  reference_type?: SoftwareKind | undefined;
  reference_id?: string | undefined;
  is_published?: boolean | undefined;
};

const userJson = (column: "v.published_by" | "v.withdrawn_by") => sql`(
  select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email)
  from users u
  where u.id = ${sql.raw(column)}
)`;

const columns = selectFields(adminVersionShape, "v", {
  ...versionExpressions,
  status: versionStatus,
  is_for_devices: sql`(s.kind = 'software' and s.fits_product_ids <> '{}')`,
  rollout: sql`case when v.stage is not null then json_build_object(
    'stage', v.stage, 'percent', v.stage_percent, 'staged_at', ${iso("v.staged_at")}, 'organizations', coalesce((
      select json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name, o.id)
      from organizations o
      where o.id = any(v.stage_org_ids)
    ), '[]')) end`,
  withdrawal: sql`case when v.withdrawn_at is not null then json_build_object(
    'withdrawn_at', ${iso("v.withdrawn_at")}, 'reason', v.withdrawal_reason, 'by', ${userJson("v.withdrawn_by")},
    'replacement', (
      select json_build_object('id', r.id, 'version', r.version) from software_versions r where r.id = v.replacement_id
    )) end`,
  publisher: userJson("v.published_by"),
});
const join = sql`join software s on s.id = v.software_id`;

export const listVersions = (ctx: ReadCtx, query: ListQuery & Filter): Promise<Page<Version>> =>
  readPage(ctx, query, {
    shape: () => adminVersion,
    columns,
    from: sql`software_versions v`,
    join,
    where: [
      sql`not v.is_deleted`,
      query.reference_id && sql`v.software_id = ${query.reference_id}`,
      query.reference_type &&
        sql`v.software_id in (select s.id from software s where s.kind = ${query.reference_type})`,
      query.is_published !== undefined && sql`v.is_published = ${query.is_published}`,
    ],
    text: sql`(s.name || ' ' || s.title)`,
    searchIn: (matches) => sql`v.software_id in (select s.id from software s where ${matches})`,
    alias: "v",
  });

/** @throws SOFTWARE_VERSION_NOT_FOUND also for deleted versions */
export async function getVersion(ctx: ReadCtx, id: string): Promise<Version> {
  const { version } = await one(
    ctx,
    () => z.object({ version: adminVersion }),
    sql`
    select to_json(shown) as version from (
      select ${columns} from software_versions v ${join} where v.id = ${id} and not v.is_deleted
    ) shown`,
    () => notFound("SOFTWARE_VERSION_NOT_FOUND"),
  );
  return version;
}

export async function getAdminSoftware(ctx: ReadCtx, name: string) {
  const row = await one(
    ctx,
    () =>
      z.object({
        id: z.string(),
        name: z.string(),
        title: z.string(),
        description: z.string(),
        fits_product_ids: z.array(z.string()),
        versions: z.array(adminVersion),
      }),
    sql`
    select s.id, s.name, s.title, s.description, to_json(s.fits_product_ids) as fits_product_ids, coalesce((
      select json_agg(shown)
      from (select ${columns} from software_versions v where v.software_id = s.id and not v.is_deleted) shown
    ), '[]') as versions
    from software s
    where s.kind = 'software' and s.name = ${name} and not s.is_deleted`,
    () => notFound("REFERENCE_NOT_FOUND"),
  );
  return { ...row, versions: sortNewestFirst(row.versions) };
}
