import type { Ctx } from "../../context.ts";
import type { TaskHandler } from "../../platform/index.ts";
import { abortFile } from "./copy-file.ts";
import { addFailure, importRelease, type Step } from "./import-release.ts";
import { findMissing, findPage, findSources, savePage } from "./known.ts";
import { addMark, type Lister, listReleases, listRepositories } from "./listings.ts";
import {
  isOver,
  noCounts,
  parseRecord,
  type Progress,
  toRecordId,
  toProgress,
  type QueuedRelease,
} from "./progress.ts";
import { ImportRefusal, toRefusalReason, refuseRepository } from "./refusal.ts";
import { openRegistry, unavailableReason } from "./registry.ts";

const pageMs = 3000;
const retryMs = 12_000;

/** Imports the releases of the app, and of other software with a repository. */
export const flowpointVersions: TaskHandler = createHandler(listReleases);
/** Imports each final release of each repository with the topic of plugins or of firmware, with its dependencies. */
export const pluginsBuilds: TaskHandler = createHandler(listRepositories);

function createHandler(list: Lister): TaskHandler {
  return {
    unavailable: unavailableReason,
    async page(ctx, cursor) {
      const progress = toProgress(cursor);
      const counts = noCounts();
      const step = { ctx, registry: openRegistry(ctx), progress, counts, until: Date.now() + pageMs };
      do await runStep(step, list);
      while (!isOver(progress) && Date.now() < step.until);
      return { ...counts, cursor: isOver(progress) ? null : progress };
    },
    retry: retryRecord,
  };
}

async function runStep(step: Step, list: Lister): Promise<void> {
  const { next, queue } = step.progress;
  if (queue.length > 0) await processFirst(step);
  else if (next !== null) await list(step, next);
}

/** Retries a failed record: a release, or the listing of a repository. @throws ImportRefusal */
async function retryRecord(ctx: Ctx, recordId: string): Promise<void> {
  const progress = await buildProgress(ctx, recordId);
  const counts = noCounts();
  const step = { ctx, registry: openRegistry(ctx), progress, counts, until: Date.now() + retryMs };
  while (!isOver(progress) && Date.now() < step.until) await runStep(step, listReleases);
  const [failure] = counts.failures;
  if (failure) throw new ImportRefusal(failure.reason);
  if (isOver(progress)) return;
  await abortFile(ctx, progress);
  throw new ImportRefusal("The file is too large for a retry. Start the import instead, which copies it in parts.");
}

/** Progress of a run with a single record. @throws ImportRefusal */
async function buildProgress(ctx: Ctx, recordId: string): Promise<Progress> {
  const record = parseRecord(recordId);
  if (!record) throw new ImportRefusal(`${recordId} is not a release.`);
  const isOfSource = record.kind === "source" || record.kind === "software";
  const source = isOfSource ? (await findSources(ctx)).find(({ name }) => name === record.name) : undefined;
  if (record.kind === "source") {
    if (!source) throw new ImportRefusal(`${record.name} no longer has a repository.`);
    return { ...toProgress(null), sources: [source] };
  }
  return { ...toProgress(null), next: null, queue: [{ ...record, repository: source?.repository ?? record.name }] };
}

/** Imports the first item of the queue or a part of it; a refused item is dropped. */
async function processFirst(step: Step): Promise<void> {
  const { ctx, progress, counts } = step;
  const [item] = progress.queue;
  if (!item) return;
  if (item.kind === "mark") {
    progress.queue.shift();
    if (item.failures === progress.failures) await savePage(ctx, item);
    return;
  }
  try {
    const { tag } = item;
    if (tag === null) return await queueReleases(step, item);
    if (!(await importRelease(step, { ...item, tag }))) return;
    progress.queue.shift();
    counts.processed += 1;
  } catch (error) {
    const reason = toRefusalReason(error);
    if (reason === undefined) throw error;
    await abortFile(ctx, progress);
    progress.queue.shift();
    const record_id = toRecordId(item);
    if (item.tag === null) counts.found += 1;
    if (item.kind === "dependency") progress.refused.push(record_id);
    addFailure(step, record_id, reason);
  }
}

/** Replaces the queue's first item by the missing final releases of a page of its repository, and by the next page. */
async function queueReleases({ ctx, registry, progress, counts }: Step, item: QueuedRelease): Promise<void> {
  const { kind, name, repository, page = 1 } = item;
  const { BUILDS_OWNER } = ctx.settings;
  // The address contains the kind, because a plugin and software may have the same repository.
  const address = `${BUILDS_OWNER}/${repository}/releases?page=${page}#${kind}`;
  const cachedPage = await findPage(ctx, address);
  const answer = await registry
    .listReleases(repository, page, cachedPage?.etag)
    .catch((error: unknown) => refuseRepository(`${BUILDS_OWNER}/${repository}`, error));
  const releases = answer && answer !== "unchanged" ? answer.releases.filter((each) => !each.is_prerelease) : [];
  const missingReleases = await findMissing(ctx, kind, name, releases);
  const [, ...others] = progress.queue;
  progress.queue = [];
  const addNext = (next: number | null) => {
    if (next !== null) progress.queue.push({ kind, name, repository, tag: null, page: next, needed_by: [] });
  };
  if (answer === "unchanged") {
    counts.found += cachedPage?.records ?? 0;
    counts.processed += cachedPage?.records ?? 0;
    addNext(cachedPage?.next ?? null);
  } else if (answer) {
    counts.found += releases.length;
    counts.processed += releases.length - missingReleases.length;
    // Oldest first, so that the newest version is also created last.
    for (const { tag } of missingReleases.toReversed())
      progress.queue.push({ kind, name, repository, tag, needed_by: [] });
    addMark(progress, { address, etag: answer.etag, records: releases.length, next: answer.next });
    addNext(answer.next);
  }
  progress.queue.push(...others);
}
