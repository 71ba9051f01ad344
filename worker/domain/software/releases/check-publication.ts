import { sql } from "drizzle-orm";
import satisfies from "semver/functions/satisfies.js";
import * as z from "zod/mini";
import { softwareKinds } from "../../../../db/enums.ts";
import type { publishCheckShape } from "../../../contract/entities/release.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/releases.ts";
import { notFound } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { ReadCtx } from "../../context.ts";
import { storedFile } from "../downloads/find-file.ts";
import { decideEntitlement } from "../entitlement.ts";
import { newest } from "../builds.ts";
import { isOffered, isWaiting } from "../../offers.ts";
import { hasPermission } from "../../permissions.ts";
import { iso, one, type RowOf } from "../../sql.ts";
import { endedAt } from "../../payments/index.ts";
import { checkOf, columnsAfter, isObtainable, neededBy, refusalOf, type Stage, versionState } from "./publication.ts";
import { isNewlyReached } from "./stage-version.ts";
import { isItsProduct, mayHave } from "./audience.ts";

export type PublishCheck = z.output<z.ZodMiniObject<typeof publishCheckShape>>;

const keepingMax = 100;
const organization = z.object({ org_id: z.string(), org_name: z.string() });

const facts = () =>
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
    /** Organizations that gain the version, with the app versions they downloaded. */
    apps: z.array(z.extend(organization, { versions: z.array(z.object({ version: z.string() })) })),
  });
type Facts = RowOf<typeof facts>;

const published: Stage = { stage: "published", org_ids: undefined, percent: undefined };

/**
 * Preview of publishing a version, or of a stage before that: its audience, the organizations that keep an older version
 * and why, and the blockers that the stage would report.
 */
export async function checkPublication(
  ctx: ReadCtx,
  id: string,
  stage: InputOf<typeof contract.checkPublication>["query"] = published,
): Promise<PublishCheck> {
  const [publication, state] = await Promise.all([readFacts(ctx, id, stage), versionState(ctx, id, stage)]);
  const has_file = await ctx.gateways.files.requireFile(storedFile({ version_id: id, size: publication.size })).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      return false;
    },
  );
  const refusal = refusalOf(state, { stage: stage.stage, notes: undefined });
  const late = tooOld(publication);
  const keeping = [...ended(publication), ...late].toSorted((a, b) => (a.org_name < b.org_name ? -1 : 1));
  const organizations = publication.organizations - late.length;
  return {
    version_id: id,
    version: publication.version,
    is_published: publication.is_published,
    check: publication.check,
    replaces: newest(publication.others)?.version ?? null,
    blockers: refusal ? [{ errcode: refusal.errcode, message: refusal.message }] : [],
    missing: publication.missing,
    warnings: warningsOf(publication, organizations, has_file),
    organizations,
    people: publication.people,
    keeping_count: keeping.length,
    keeping: keeping.slice(0, keepingMax),
    waiting: publication.waiting,
  };
}

const isCompatible = (range: string | null, version: string): boolean =>
  range === null || satisfies(version, range, { includePrerelease: true });

type Keeping = PublishCheck["keeping"];

/** Leaves out organizations that keep no version. */
const ended = ({ is_default, product, others, ended: rows }: Facts): Keeping =>
  rows.flatMap(({ ended_at, ...row }) => {
    const bought = {
      id: "",
      name: product?.name ?? "",
      is_plan: true,
      has_order: false,
      has_subscription: false,
      ended_at,
    };
    const entitled = others.filter(
      ({ published_at }) =>
        decideEntitlement({
          is_default,
          has_availability: true,
          product: bought,
          version: { offered_by: "published", is_stopped: false, published_at },
        }).allowed,
    );
    const bestVersion = newest(entitled);
    const message = `Their subscription to ${bought.name} has ended.`;
    return bestVersion ? [{ ...row, version: bestVersion.version, code: "SUBSCRIPTION_ENDED", message }] : [];
  });

/** Organizations without a download count as up to date. */
const tooOld = ({ range, others, apps }: Facts): Keeping =>
  apps.flatMap(({ versions, ...row }) => {
    const app = newest(versions);
    if (!app || isCompatible(range, app.version)) return [];
    const bestVersion = newest(others.filter((other) => isCompatible(other.range, app.version)));
    const message = `It needs Flowpoint ${range}; they last downloaded ${app.version}.`;
    return bestVersion ? [{ ...row, version: bestVersion.version, code: "APP_TOO_OLD", message }] : [];
  });

function warningsOf(publication: Facts, organizations: number, has_file: boolean): PublishCheck["warnings"] {
  const { version, kind, range, others, app_versions, product } = publication;
  const newer = newest([...others, { version, range, published_at: "" }]);
  const app = newest(app_versions);
  const warn = (isNeeded: boolean, code: PublishCheck["warnings"][number]["code"], message: string) =>
    isNeeded ? [{ code, message }] : [];
  return [
    ...warn(
      newer !== undefined && newer.version !== version,
      "NEWER_IS_PUBLISHED",
      `${newer?.version} is newer and already published, so ${version} will not be offered by itself.`,
    ),
    ...warn(
      kind === "plugin" && !app_versions.some((each) => isCompatible(range, each.version)),
      "APP_NOT_PUBLISHED",
      `It needs Flowpoint ${range}; the newest published version is ${app?.version ?? "none"}.`,
    ),
    ...warn(
      product?.is_published === false,
      "PRODUCT_NOT_PUBLISHED",
      `${product?.name}, which unlocks it, is not in the store.`,
    ),
    ...warn(!has_file, "FILE_MISSING", "Its file is missing from storage, so downloads would fail."),
    ...warn(kind !== "dependency" && organizations === 0, "NOBODY_GETS_IT", "No organization may have it now."),
  ];
}

const readFacts = (ctx: ReadCtx, id: string, stage: Stage): Promise<Facts> => {
  const after = columnsAfter(stage, "now");
  return one(
    ctx,
    facts,
    sql`
    ${neededBy(id)},
    w as materialized (
      select s.*, v.version, v.is_published, v.compatible_app_version, v.bytes
      from software_versions v
      join software s on s.id = v.software_id
      where v.id = ${id} and not v.is_deleted
    ),
    v as materialized (
      select now.id, ${after.is_published} as is_published, ${after.stage} as stage,
        ${after.stage_org_ids} as stage_org_ids, ${after.stage_percent} as stage_percent
      from software_versions now
      where now.id = ${id}
    ),
    reached as materialized (
      select org.id, org.name from organizations org cross join w cross join v
      where w.kind <> 'dependency' and ${mayHave(sql`org.id`)} and ${isOffered(
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
      ${checkOf(id)} as check,
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
