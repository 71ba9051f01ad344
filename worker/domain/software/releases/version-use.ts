import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { ReadCtx } from "../../context.ts";
import { iso, maybeOne, type RowOf } from "../../sql.ts";
import { isAffected } from "./withdraw-version.ts";

const organizationsMax = 20;

const versionUse = () =>
  z.object({
    downloads: z.int(),
    organizations: z.int(),
    /** Users to be notified of a withdrawal. */
    affected: z.int(),
    /** Organizations with the latest downloads of the version. */
    latest: z.array(z.object({ id: z.string(), name: z.string(), users: z.int(), last_at: z.string() })),
    /** Published versions of the same software, newest first. */
    replacements: z.array(z.object({ id: z.string(), version: z.string() })),
  });
export type VersionUse = RowOf<typeof versionUse>;

export async function getVersionUse(ctx: ReadCtx, id: string): Promise<VersionUse> {
  const row = await maybeOne(
    ctx,
    versionUse,
    sql`
    with v as materialized (select id, software_id from software_versions where id = ${id}),
    downloaded as materialized (
      select l.org_id, count(*)::int as downloads, count(distinct l.user_id)::int as users, max(l.created_at) as last_at
      from v join downloads l on l.software_id = v.software_id and l.version_id = v.id
      group by l.org_id
    )
    select
      (select coalesce(sum(downloads), 0)::int from downloaded) as downloads,
      (select count(*)::int from downloaded) as organizations,
      (select count(*)::int from users u where ${isAffected}) as affected,
      coalesce((
        select json_agg(json_build_object('id', o.id, 'name', o.name, 'users', d.users, 'last_at', ${iso("d.last_at")})
          order by d.last_at desc, o.id)
        from (select * from downloaded order by last_at desc, org_id limit ${organizationsMax}) d
        join organizations o on o.id = d.org_id
      ), '[]') as latest,
      coalesce((
        select json_agg(json_build_object('id', r.id, 'version', r.version) order by r.version_key desc)
        from software_versions r
        where r.software_id = v.software_id and r.id <> v.id and r.is_published and not r.is_deleted
      ), '[]') as replacements
    from v`,
  );
  return row ?? { downloads: 0, organizations: 0, affected: 0, latest: [], replacements: [] };
}
