import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { versionGraphShape } from "../../../contract/entities/release.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { one } from "../../sql.ts";
import { withNeededVersions } from "./publication.ts";

const graph = z.object(versionGraphShape);
export type VersionGraph = z.output<typeof graph>;

const nodesMax = 200;

export const getVersionGraph = (ctx: ReadCtx, id: string): Promise<VersionGraph> =>
  one(
    ctx,
    () => graph,
    sql`
    ${withNeededVersions(id)},
    chosen as (
      select ${id}::uuid as id
      union
      select e.version_id from software_version_dependencies e where e.dependency_version_id = ${id}
      union
      (select needed.id from needed limit ${nodesMax})
    )
    select
      coalesce((
        select json_agg(json_build_object('version_id', v.id, 'kind', s.kind, 'name', s.name, 'title', s.title,
          'version', v.version, 'is_published', v.is_published, 'is_deleted', v.is_deleted or s.is_deleted)
          order by s.title, v.version_key, v.id)
        from (select id from chosen limit ${nodesMax}) c
        join software_versions v on v.id = c.id
        join software s on s.id = v.software_id
      ), '[]') as nodes,
      coalesce((
        select json_agg(json_build_object('from', e.version_id, 'to', e.dependency_version_id))
        from software_version_dependencies e
        where e.version_id in (select id from chosen) and e.dependency_version_id in (select id from chosen)
          and (e.version_id = ${id} or e.dependency_version_id = ${id} or e.version_id in (select id from needed))
      ), '[]') as edges
    from software_versions o
    where o.id = ${id} and not o.is_deleted`,
    () => notFound("SOFTWARE_VERSION_NOT_FOUND"),
  );
