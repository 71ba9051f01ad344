import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SoftwareKind } from "../../../db/enums.ts";
import { downloadStatisticsShape } from "../../contract/entities/console/release.ts";
import { notFound } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";
import { iso, required } from "../sql.ts";

const statistics = z.object(downloadStatisticsShape);
export type DownloadStatistics = z.output<typeof statistics>;

/**
 * How software, a plugin or a dependency is downloaded: by week in UTC, the running one last, by version and by organization.
 * Of several with that name the software is meant, then the plugin, unless a kind is named. Throws REFERENCE_NOT_FOUND.
 */
export const getDownloadStatistics = (ctx: Ctx, name: string, kind?: SoftwareKind): Promise<DownloadStatistics> =>
  required(
    ctx,
    () => statistics,
    sql`
    with one as materialized (
      select s.id from software s
      where s.name = ${name} and not s.is_deleted and (${kind ?? null}::text is null or s.kind = ${kind ?? null})
      order by array_position(array['software', 'plugin', 'dependency'], s.kind)
      limit 1
    )
    select
      (select count(*)::int from downloads d where d.software_id = one.id) as downloads,
      (
        select json_agg(json_build_object('week', to_char(monday, 'YYYY-MM-DD'), 'downloads', (
          select count(*) from downloads d
          where d.software_id = one.id
            and d.created_at >= monday at time zone 'UTC'
            and d.created_at < (monday + interval '7 days') at time zone 'UTC'
        )) order by monday)
        from generate_series(
          date_trunc('week', now() at time zone 'UTC') - interval '11 weeks',
          date_trunc('week', now() at time zone 'UTC'),
          interval '1 week'
        ) monday
      ) as weeks,
      coalesce((
        select json_agg(json_build_object('version_id', v.id, 'version', v.version, 'downloads', l.downloads)
          order by l.downloads desc, v.version)
        from (
          select d.version_id, count(*) as downloads from downloads d where d.software_id = one.id group by d.version_id
        ) l
        join software_versions v on v.id = l.version_id
      ), '[]') as versions,
      coalesce((
        select json_agg(json_build_object('org_id', o.id, 'name', o.name, 'downloads', l.downloads,
          'last_at', ${iso("l.last_at")}) order by l.downloads desc, o.name)
        from (
          select d.org_id, count(*) as downloads, max(d.created_at) as last_at
          from downloads d
          where d.software_id = one.id
          group by d.org_id
          order by count(*) desc, d.org_id
          limit 20
        ) l
        join organizations o on o.id = l.org_id
      ), '[]') as organizations
    from one`,
    () => notFound("REFERENCE_NOT_FOUND"),
  );
