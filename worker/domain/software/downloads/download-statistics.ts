import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { SoftwareKind } from "../../../../db/enums.ts";
import { downloadStatisticsShape } from "../../../contract/entities/release.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { shopMonday, startOfShopDay } from "../../shop-days.ts";
import { iso, one, toTimestamp } from "../../sql.ts";

const statistics = z.object(downloadStatisticsShape);
export type DownloadStatistics = z.output<typeof statistics>;

const weekCount = 12;

/**
 * Download statistics by week of the shop's time zone (current week last), by version and by organization. Names are
 * unique by kind only: without `kind`, a name means the software, else the plugin, else the dependency.
 */
export const getDownloadStatistics = (ctx: ReadCtx, name: string, kind?: SoftwareKind): Promise<DownloadStatistics> =>
  one(
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
        select json_agg(json_build_object('week', week.monday, 'downloads', (
          select count(*) from downloads d
          where d.software_id = one.id
            and d.created_at >= ${startOfShopDay(sql`week.monday`)}
            and d.created_at < ${startOfShopDay(sql`week.monday + 7`)}
        )) order by week.monday)
        from (
          select ${shopMonday(toTimestamp(ctx.started_at))} - 7 * n as monday
          from generate_series(0, ${weekCount - 1}) n
        ) week
      ) as weeks,
      coalesce((
        select json_agg(json_build_object('version_id', v.id, 'version', v.version, 'downloads', l.downloads)
          order by l.downloads desc, v.version_key desc)
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
