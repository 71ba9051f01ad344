import type { Release } from "../../../gateways/builds/index.ts";
import type { Ctx } from "../../context.ts";
import { isVersion } from "../builds.ts";
import { addVersion } from "../releases/add-version.ts";
import { copyFile, deleteCopy } from "./copy-file.ts";
import { findDependencies, findKnownVersions, hasChanged, isAdded, versionFromTag } from "./known.ts";
import { fetchExpectedSha256, findAsset, type Manifest, fetchManifest } from "./manifest.ts";
import { type Counts, type Progress, toRecordId, type QueuedRelease } from "./progress.ts";
import { ImportRefusal, refuseRepository } from "./refusal.ts";
import type { Registry } from "./registry.ts";

const versionLengthMax = 64;

export type Step = { ctx: Ctx; registry: Registry; progress: Progress; counts: Counts; until: number };

/** Records a failed import, which does not end the run. */
export function addFailure({ ctx, progress, counts }: Step, record_id: string, reason: string): void {
  progress.failures += 1;
  counts.failures.push({ record_id, reason });
  ctx.log({ level: "error", event: "alarm", name: "build-refused", record_id, reason });
}

/**
 * Imports a release: its file, then its version, unpublished, after the dependencies it needs. False if unfinished,
 * with the cursor in `progress`. @throws ImportRefusal
 */
export async function importRelease(step: Step, queuedRelease: QueuedRelease & { tag: string }): Promise<boolean> {
  const { ctx, registry, progress, until } = step;
  const { kind, name, repository } = queuedRelease;
  const release = await findRelease(registry, repository, queuedRelease.tag).catch((error: unknown) =>
    refuseRepository(`${ctx.settings.BUILDS_OWNER}/${repository}`, error),
  );
  if (!release) throw new ImportRefusal(`The registry has no release ${queuedRelease.tag} of ${repository}.`);
  const version = versionFromTag(release.tag);
  if (version.length > versionLengthMax || !isVersion(version))
    throw new ImportRefusal(`The tag ${release.tag} is not a version (semver.org).`);
  const [existing] = await findKnownVersions(ctx, kind, name, [version]);
  if (existing && hasChanged(existing, release))
    throw new ImportRefusal("The registry's file has changed since it was imported. Release a new version.");
  if (existing) return true;
  const manifest = await fetchManifest(registry, kind, repository, release);
  const needs = await requireDependencies(step, queuedRelease, manifest);
  if (!needs) return false;
  const asset = findAsset(release, manifest);
  const sha256 = await fetchExpectedSha256(registry, repository, release, asset);
  const source = registry.openAsset(repository, asset);
  const id = await copyFile(ctx, progress, { source, asset, sha256 }, until);
  if (id === undefined) return false;
  const build = { ...manifest, id, kind, name, version, notes: release.notes, bytes: asset.size, sha256 };
  const isNew = await addVersion(ctx, {
    ...build,
    title: manifest.title ?? name,
    author: manifest.author ?? ctx.settings.BUILDS_OWNER,
    needs,
  });
  // A worker that took over a slow one continues its upload, so the version that exists may have this very file.
  if (!isNew && !(await isAdded(ctx, id))) await deleteCopy(ctx, id);
  return true;
}

/** A manifest's version may differ from the tag by a "v". */
const findRelease = async (registry: Registry, repository: string, tag: string): Promise<Release | undefined> =>
  (await registry.releaseByTag(repository, tag)) ??
  (/^\d/.test(tag) ? registry.releaseByTag(repository, `v${tag}`) : undefined);

/**
 * Returns the ids of the dependencies. If some are missing, they are put in front of the release in the queue, and the
 * result is undefined. @throws ImportRefusal for a dependency that cannot be imported
 */
async function requireDependencies(
  { ctx, progress, counts }: Step,
  queuedRelease: QueuedRelease,
  { dependencies = [] }: Manifest,
): Promise<string[] | undefined> {
  const existingVersions = await findDependencies(ctx, dependencies);
  const deleted = existingVersions.find(({ is_deleted }) => is_deleted);
  if (deleted) throw new ImportRefusal(`It needs ${deleted.name} ${deleted.version}, which was deleted in the shop.`);
  const needed_by = [...queuedRelease.needed_by, toRecordId(queuedRelease)];
  const missingReleases = dependencies
    .filter(({ name, version }) => !existingVersions.some((each) => each.name === name && each.version === version))
    .map(({ name, version }): QueuedRelease => ({
      kind: "dependency",
      name,
      repository: name,
      tag: version,
      needed_by,
    }));
  if (missingReleases.length === 0) return existingVersions.map(({ id }) => id);
  for (const need of missingReleases) {
    const label = `${need.name} ${need.tag}`;
    if (progress.refused.includes(toRecordId(need)))
      throw new ImportRefusal(`It needs ${label}, which was not imported.`);
    if (needed_by.includes(toRecordId(need))) throw new ImportRefusal(`It needs ${label}, which needs it in turn.`);
  }
  const records = new Set(missingReleases.map(toRecordId));
  const isMissing = (item: Progress["queue"][number]) => item.kind !== "mark" && records.has(toRecordId(item));
  counts.found += missingReleases.length - progress.queue.filter(isMissing).length;
  progress.queue = [...missingReleases, ...progress.queue.filter((item) => !isMissing(item))];
  return undefined;
}
