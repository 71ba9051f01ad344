import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { isOffered, isWaiting } from "../../offers.ts";
import { endedAt } from "../../payments/index.ts";
import { hasPermission } from "../../permissions.ts";
import { iso, one, type RowOf } from "../../sql.ts";
import { isItsProduct, mayReceiveSoftware } from "./audience.ts";
import { selectCheck, columnsAfter, isObtainable, withNeededVersions, type Stage } from "./publication.ts";
import { isNewlyReached } from "./stage-version.ts";

const organization = z.object({ org_id: z.string(), org_name: z.string() });

const factsRow = () =>
  z.object({
    version: z.string(),
    kind: z.enum(softwareKinds),
    is_published: z.boolean(),
    is_default: z.boolean(),
    range: z.nullable(z.string()),
    size: z.int(),
    check: z.string(),
    product: z.nullable(z.object({ name: z.string(), is_published: z.boolean(), is_plan: z.boolean() })),
    others: z.array(z.object({ version: z.string(), range: z.nullable(z.string()), published_at: z.string() })),
    missing: z.array(
      z.object({ version_id: z.string(), title: z.string(), version: z.string(), is_deleted: z.boolean() }),
    ),
    waiting: z.array(z.object({ version_id: z.string(), title: z.string(), version: z.string() })),
    app_versions: z.array(z.object({ version: z.string() })),
    organizations: z.int(),
    people: z.int(),
    ended: z.array(z.extend(organization, { ended_at: z.string() })),
    /** For plugins with a range: organizations that gain the version, with the app versions they downloaded. */
    apps: z.array(z.extend(organization, { versions: z.array(z.object({ version: z.string() })) })),
  });
export type Facts = RowOf<typeof factsRow>;

/** Facts about a version as it would be at a stage. */
export const readFacts = (ctx: ReadCtx, id: string, stage: Stage): Promise<Facts> => {
  const stagedColumns = columnsAfter(stage, "now");
  return one(
    ctx,
    factsRow,
    sql`
    ${withNeededVersions(id)},
    w as materialized (
      select s.*, v.version, v.is_published, v.compatible_app_version, v.bytes
      from software_versions v
      join software s on s.id = v.software_id
      where v.id = ${id} and not v.is_deleted
    ),
    v as materialized (
      select now.id, ${stagedColumns.is_published} as is_published, ${stagedColumns.stage} as stage,
        ${stagedColumns.stage_org_ids} as stage_org_ids, ${stagedColumns.stage_percent} as stage_percent
      from software_versions now
      where now.id = ${id}
    ),
    reached as materialized (
      select org.id, org.name from organizations org cross join w cross join v
      where w.kind <> 'dependency' and ${mayReceiveSoftware(sql`org.id`)} and ${isOffered(
        { org_id: sql`org.id`, is_beta_tester: hasTester },
        { version: "v", software: "w" },
      )}
    ),
    held as (
      select s.org_id, max(${endedAt}) as ended_at
      from w
      join products p on ${isItsProduct()}
      join subscriptions s on s.product_id = p.id
      group by s.org_id
    )
    select w.version, w.kind, w.is_published, w.is_default, w.compatible_app_version as range, w.bytes::float as size,
      ${selectCheck(id)} as check,
      (
        select json_build_object('name', coalesce(p.family, p.name), 'is_published', p.is_published,
          'is_plan', p.subscription_term is not null)
        from products p where p.id = w.product_id
      ) as product,
      coalesce((
        select json_agg(json_build_object('version', other.version, 'range', other.compatible_app_version,
          'published_at', ${iso("other.published_at")}))
        from software_versions other
        where other.software_id = w.id and other.is_published and not other.is_deleted and other.id <> ${id}
      ), '[]') as others,
      coalesce((
        select json_agg(json_build_object('version_id', n.id, 'title', d.title, 'version', n.version,
          'is_deleted', n.is_deleted or d.is_deleted) order by d.title, n.version_key)
        from needed
        join software_versions n on n.id = needed.id
        join software d on d.id = n.software_id
        where n.id <> ${id} and not ${isObtainable}
      ), '[]') as missing,
      coalesce((
        select json_agg(json_build_object('version_id', v.id, 'title', s.title, 'version', v.version)
          order by s.title, v.version_key)
        from software_version_dependencies e
        join software_versions v on v.id = e.version_id and ${isWaiting} and not v.is_deleted
        join software s on s.id = v.software_id and not s.is_deleted
        where e.dependency_version_id = ${id}
      ), '[]') as waiting,
      coalesce((
        select json_agg(json_build_object('version', v.version))
        from software_versions v
        join software s on s.id = v.software_id
        where s.kind = 'software' and s.name = 'flowpoint' and v.is_published and not v.is_deleted
      ), '[]') as app_versions,
      (select count(*)::int from reached) as organizations,
      (
        select count(*)::int from users u cross join v
        where w.kind <> 'dependency' and ${isNewlyReached}
      ) as people,
      coalesce((
        select json_agg(json_build_object('org_id', o.id, 'org_name', o.name, 'ended_at', ${iso("held.ended_at")}))
        from held
        join organizations o on o.id = held.org_id
        where held.ended_at is not null and not exists (select 1 from reached where reached.id = o.id)
      ), '[]') as ended,
      coalesce((
        select json_agg(json_build_object('org_id', had.id, 'org_name', had.name, 'versions', had.versions))
        from (
          select reached.id, reached.name, json_agg(distinct jsonb_build_object('version', v.version)) as versions
          from reached
          join downloads l on l.org_id = reached.id
          join software s on s.id = l.software_id and s.kind = 'software' and s.name = 'flowpoint'
          join software_versions v on v.id = l.version_id
          where w.kind = 'plugin' and w.compatible_app_version is not null
          group by reached.id, reached.name
        ) had
      ), '[]') as apps
    from w`,
    () => notFound("SOFTWARE_VERSION_NOT_FOUND"),
  );
};

const hasTester = sql`exists (
  select 1 from users tester
  where tester.org_id = org.id and tester.is_active and ${hasPermission("tester.roles", "get_prereleases")}
)`;
