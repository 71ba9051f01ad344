import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type SoftwareKind, type VersionStatus, versionStatuses } from "../../../../db/enums.ts";
import { adminSoftware, pastVersion, softwareHistoryShape } from "../../../contract/entities/release.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { isWaiting } from "../../offers.ts";
import { findNewest, sortNewestFirst, versionStatus } from "../builds.ts";
import { selectFields } from "../../select-of.ts";
import { one } from "../../sql.ts";
import { whereNamed } from "./named-software.ts";

export type AdminSoftware = z.output<typeof adminSoftware>;
type Filter = { kind?: SoftwareKind | undefined; is_waiting?: boolean | undefined };

const {
  latest_published_version: _published,
  waiting_version: _waiting,
  rolling_out_version: _rollingOut,
  ...ownShape
} = adminSoftware.shape;
/** All versions, of which `findNewest` (builds.ts) chooses the newest one of each status. */
const rowShape = { ...ownShape, versions: z.array(z.object({ version: z.string(), status: z.enum(versionStatuses) })) };
const softwareRow = () => z.object(rowShape);

const product: SQL = sql`(
  select json_build_object('id', p.id, 'name', coalesce(p.family, p.name)) from products p where p.id = s.product_id
)`;

const columns = selectFields(rowShape, "s", {
  product,
  versions: sql`coalesce((
    select json_agg(json_build_object('version', v.version, 'status', ${versionStatus}))
    from software_versions v
    where v.software_id = s.id and not v.is_deleted
  ), '[]')`,
  downloads: sql`(
    select count(*)::int from downloads d where d.software_id = s.id and d.created_at > now() - interval '30 days'
  )`,
});

export async function listAdminSoftware(ctx: ReadCtx, query: ListQuery & Filter): Promise<Page<AdminSoftware>> {
  const hasWaiting = sql`exists (
    select 1 from software_versions v where v.software_id = s.id and ${isWaiting} and not v.is_deleted
  )`;
  const page = await readPage(ctx, query, {
    shape: softwareRow,
    columns,
    from: sql`software s`,
    where: [
      sql`not s.is_deleted`,
      query.kind && sql`s.kind = ${query.kind}`,
      query.is_waiting !== undefined && sql`${hasWaiting} = ${query.is_waiting}`,
    ],
    text: sql`(s.name || ' ' || s.title)`,
    alias: "s",
  });
  return {
    ...page,
    data: page.data.map(({ versions, ...row }) => {
      const newestVersion = (status: VersionStatus) =>
        findNewest(versions.filter((each) => each.status === status))?.version ?? null;
      return {
        ...row,
        latest_published_version: newestVersion("published"),
        waiting_version: newestVersion("waiting"),
        rolling_out_version: newestVersion("rolling_out"),
      };
    }),
  };
}

const history = z.object(softwareHistoryShape);
export type SoftwareHistory = z.output<typeof history>;

const publishedBy = sql`(
  select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email)
  from users u where u.id = v.published_by
)`;
const directDependencies = sql`coalesce((
  select json_agg(
    json_build_object(
      'version_id', n.id, 'name', d.name, 'title', d.title, 'version', n.version,
      'is_published', n.is_published and not n.is_deleted
    )
    order by d.title, n.version_key
  )
  from software_version_dependencies e
  join software_versions n on n.id = e.dependency_version_id
  join software d on d.id = n.software_id
  where e.version_id = v.id
), '[]')`;
const versionColumns = selectFields(pastVersion.shape, "v", {
  size: sql`v.bytes`,
  status: versionStatus,
  publisher: publishedBy,
  needs: directDependencies,
  downloads: sql`(select count(*)::int from downloads l where l.software_id = s.id and l.version_id = v.id)`,
});
const historyColumns = selectFields(softwareHistoryShape, "s", {
  product,
  fits: sql`coalesce((
    select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name)
    from products p where p.id = any(s.fits_product_ids)
  ), '[]')`,
  versions: sql`coalesce((
    select json_agg(shown)
    from (
      select ${versionColumns} from software_versions v where v.software_id = s.id and not v.is_deleted
    ) shown
  ), '[]')`,
});

/** Names are unique by kind only: without `kind`, a name means the software, else the plugin, else the dependency. */
export async function getSoftwareHistory(ctx: ReadCtx, name: string, kind?: SoftwareKind): Promise<SoftwareHistory> {
  const row = await one(
    ctx,
    () => history,
    sql`
    select ${historyColumns}
    from software s
    where ${whereNamed({ name, kind })}`,
    () => notFound("REFERENCE_NOT_FOUND"),
  );
  return { ...row, versions: sortNewestFirst(row.versions) };
}
