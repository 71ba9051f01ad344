// The plugin manifest: one statement reads all candidates, another the builds that are chosen from them.
import { sql } from "drizzle-orm";
import satisfies from "semver/functions/satisfies.js";
import * as z from "zod/mini";
import type { BuildEnvironment } from "../../../db/enums.ts";
import type { manifestShape, OfferReason } from "../../contract/entities/software.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import type { ReadCtx } from "../context.ts";
import { currentOrgId, currentUserId } from "../current-user.ts";
import { iso, maybeOne, one, type RowOf, uuids } from "../sql.ts";
import { filePath, findSame, findNearestBelow, findNewest, sortNewestFirst } from "./builds.ts";
import { decideEntitlement, type ProductFacts } from "./entitlement.ts";
import { ownedPart, productFacts } from "./entitlement-rows.ts";
import { hasPermission } from "../permissions.ts";
import { isOffered, isStopped, offerReason } from "../offers.ts";

export type PluginManifest = z.output<z.ZodMiniObject<typeof manifestShape>>;
type Query = {
  build_env: BuildEnvironment;
  target_app_version?: string | undefined;
  required_app_version?: string | undefined;
};

const appName = "flowpoint";

/** A tuple instead of an object, because the database returns hundreds of candidates. */
type Candidate = [
  id: string,
  version: string,
  range: string | null,
  published_at: string | null,
  offered_by: OfferReason | null,
];
type PluginOffer = {
  is_beta_tester: boolean;
  app_versions: { version: string; is_offered: boolean; is_stopped: boolean; is_deleted: boolean }[];
  plugins: {
    is_default: boolean;
    has_availability: boolean;
    product: ProductFacts | null;
    versions: Candidate[];
  }[];
};

const pluginOfferRow = () => z.object({ offer: z.custom<PluginOffer>() });

async function readPluginOffer(ctx: ReadCtx): Promise<PluginOffer> {
  const is_beta_tester = hasPermission("u.roles", "get_prereleases");
  const recipient = { org_id: currentOrgId(ctx), is_beta_tester };
  const { offer } = await one(
    ctx,
    pluginOfferRow,
    sql`
    with ${ownedPart(currentOrgId(ctx))}
    select json_build_object(
      'is_beta_tester', ${is_beta_tester},
      'app_versions', coalesce((
        select json_agg(json_build_object(
          'version', v.version, 'is_offered', ${isOffered(recipient)}, 'is_stopped', ${isStopped()},
          'is_deleted', v.is_deleted))
        from software_versions v
        join software s on s.id = v.software_id
        where s.kind = 'software' and s.name = ${sql.raw(`'${appName}'`)}
      ), '[]'),
      'plugins', coalesce((
        select json_agg(json_build_object('is_default', s.is_default, 'has_availability', s.has_availability,
          'product', ${productFacts}, 'versions', (
            select coalesce(json_agg(json_build_array(
              v.id, v.version, v.compatible_app_version, ${iso("v.published_at")}, ${offerReason(recipient)})), '[]')
            from software_versions v
            where v.software_id = s.id and not v.is_deleted and not ${isStopped()}
          )) order by s.name collate "C")
        from software s
        where s.kind = 'plugin' and not s.is_deleted
      ), '[]')
    ) as offer
    from users u where u.id = ${currentUserId(ctx)}`,
    () => new Error("the user of a session is always one row"),
  );
  return offer;
}

const buildRow = () =>
  z.tuple([
    z.string(),
    z.string(),
    z.enum(["plugin", "dependency"]),
    z.string(),
    z.string(),
    z.nullable(z.string()),
    z.string(),
    z.nullable(z.string()),
    z.string(),
    z.int(),
    z.string(),
    z.boolean(),
    z.array(z.string()),
  ]);
type Build = ReturnType<typeof toBuild>;

function toBuild(row: RowOf<typeof buildRow>) {
  const [id, software_id, kind, name, author, author_url, version, compatible_app_version, ...rest] = row;
  const [file_name, size, sha256, is_deleted, needs] = rest;
  return {
    id,
    software_id,
    kind,
    name,
    author,
    author_url,
    version,
    compatible_app_version,
    file_name,
    size,
    sha256,
    is_deleted,
    needs,
  };
}

/**
 * Newest accessible and compatible build of each plugin for a version of Flowpoint, with all dependencies, by name.
 * Beta testers also get unpublished builds outside production (O-034). An unknown version of Flowpoint gets the
 * manifest of the nearest accessible version below it. @throws SOFTWARE_VERSION_NOT_FOUND if there is no such version,
 * PLUGIN_DEPENDENCY_DELETED if a listed plugin needs a deleted build
 */
export async function getPluginManifest(ctx: ReadCtx, query: Query): Promise<PluginManifest> {
  const { build_env, required_app_version } = query;
  const { is_beta_tester, app_versions, plugins } = await readPluginOffer(ctx);
  const tester = { is_beta_tester, build_env };
  const isAccessible = ({ is_offered, is_stopped, is_deleted }: (typeof app_versions)[number]) =>
    !is_deleted && !is_stopped && (is_offered || (is_beta_tester && build_env !== "production"));
  const accessibleVersions = app_versions.filter(isAccessible);
  const requestedVersion = query.target_app_version;
  const target = (
    requestedVersion === undefined
      ? findNewest(accessibleVersions)
      : (findSame(app_versions, requestedVersion) ?? findNearestBelow(accessibleVersions, requestedVersion))
  )?.version;
  // An empty manifest would make an outdated app remove its plugins.
  if (target === undefined) throw notFound("SOFTWARE_VERSION_NOT_FOUND");
  const fits = memoize((range) => isCompatible(range, target) && isCompatible(range, required_app_version ?? target));
  const chosenPlugins = plugins.flatMap(({ versions, ...plugin }) => {
    const entitled = versions.flatMap(([id, version, range, published_at, offered_by]) => {
      const facts = { ...plugin, version: { offered_by, is_stopped: false, published_at }, tester };
      return fits(range) && decideEntitlement(facts).allowed ? { id, version, range } : [];
    });
    return findNewest(entitled) ?? [];
  });
  const builds = await readBuilds(
    ctx,
    chosenPlugins.map(({ id }) => id),
  );
  const ranges = new Set(chosenPlugins.map(({ range }) => range));
  return {
    build_env,
    target_app_version: target,
    required_app_version:
      required_app_version ??
      sortNewestFirst(app_versions.filter(({ is_offered, is_deleted }) => is_offered && !is_deleted))
        .toReversed()
        .find(({ version }) => [...ranges].every((range) => isCompatible(range, version)))?.version ??
      target,
    pluginwares: chosenPlugins.flatMap(({ id }) => toPluginwares(ctx, builds, id)),
  };
}

/** Caches the results, because many plugins share a few ranges. */
function memoize(test: (range: string | null) => boolean): (range: string | null) => boolean {
  const results = new Map<string | null, boolean>();
  return (range) => {
    const answer = results.get(range) ?? test(range);
    results.set(range, answer);
    return answer;
  };
}

const isCompatible = (range: string | null, version: string): boolean =>
  range === null || satisfies(version, range, { includePrerelease: true });

async function readBuilds(ctx: ReadCtx, ids: string[]): Promise<Map<string, Build>> {
  if (ids.length === 0) return new Map();
  const row = await maybeOne(
    ctx,
    () => z.object({ builds: z.array(buildRow()) }),
    // The rows are one JSON value, because it parses faster than thousands of rows.
    sql`
    with recursive needed(id) as (
      select unnest(${uuids(ids)})
      union
      select e.dependency_version_id
      from needed n
      join software_version_dependencies e on e.version_id = n.id
    )
    select coalesce(json_agg(json_build_array(v.id, s.id, s.kind, s.name, s.author, s.author_url, v.version,
      v.compatible_app_version, v.file_name, v.bytes, v.sha256, v.is_deleted or s.is_deleted, coalesce((
        select json_agg(e.dependency_version_id order by d.name collate "C", w.version_key, w.id)
        from software_version_dependencies e
        join software_versions w on w.id = e.dependency_version_id
        join software d on d.id = w.software_id
        where e.version_id = v.id
      ), '[]'))), '[]') as builds
    from needed n
    join software_versions v on v.id = n.id
    join software s on s.id = v.software_id`,
  );
  return new Map(row?.builds.map(toBuild).map((build) => [build.id, build]));
}

function toPluginwares(ctx: ReadCtx, builds: Map<string, Build>, id: string): PluginManifest["pluginwares"] {
  const build = builds.get(id);
  if (!build) return [];
  return [
    {
      ...toFileFields(ctx, build),
      uid: `${build.name}@${build.version}`,
      compatible_app_version: build.compatible_app_version,
      plugin: { id: build.software_id, name: build.name, author: build.author },
      dependencywares: collectDependencies(build, builds).map((each) => ({
        ...toFileFields(ctx, each),
        name: each.name,
        author: each.author,
        author_url: each.author_url,
      })),
    },
  ];
}

const toFileFields = (ctx: ReadCtx, { id, version, file_name, size, sha256, ...build }: Build) => ({
  id,
  version,
  file_name,
  size,
  sha256,
  file_path: filePath({ ...build, version, file_name }),
  download_url: `${ctx.settings.PUBLIC_URL}/v1/client/downloads/${id}/redirect`,
});

/** The dependencies of a build, each once and after its own dependencies. @throws PLUGIN_DEPENDENCY_DELETED */
function collectDependencies(build: Build, builds: Map<string, Build>): Build[] {
  const orderedBuilds = new Set<Build>();
  const visitedIds = new Set([build.id]);
  const visit = ({ needs }: Build) => {
    for (const id of needs) {
      const neededBuild = builds.get(id);
      if (!neededBuild || visitedIds.has(id)) continue;
      if (neededBuild.is_deleted) throw unprocessable("PLUGIN_DEPENDENCY_DELETED");
      visitedIds.add(id);
      visit(neededBuild);
      orderedBuilds.add(neededBuild);
    }
  };
  visit(build);
  return [...orderedBuilds];
}
