import { GatewayError } from "../../gateways/gateway-error.ts";
import type { Ctx } from "../context.ts";
import type { TaskHandler } from "../tasks/index.ts";
import { giveUpFile } from "./copy-file.ts";
import { importRelease, type Step } from "./import-release.ts";
import { findMissing, findPage, keepPage } from "./known.ts";
import {
  type Counts,
  isOver,
  noCounts,
  type Progress,
  recordOf,
  toProgress,
  type Wanted,
  wantedOf,
} from "./progress.ts";
import { ImportRefusal, reasonOf } from "./refusal.ts";
import { openRegistry, unavailable } from "./registry.ts";

const pageMs = 3000;
const retryMs = 12_000;

type List = (step: Step, page: number) => Promise<void>;

/** Imports what the releases of the app's repository are. */
export const flowpointVersions: TaskHandler = handlerOf(listFlowpoint);
/** Imports the newest release of each plugin, with the builds of dependencies that it needs. */
export const pluginsBuilds: TaskHandler = handlerOf(listPlugins);

function handlerOf(list: List): TaskHandler {
  return {
    unavailable,
    async page(ctx, cursor) {
      const progress = toProgress(cursor);
      const counts = noCounts();
      const step = { ctx, registry: openRegistry(ctx), progress, counts, until: Date.now() + pageMs };
      do {
        const { next } = progress;
        if (progress.queue.length > 0) await takeFirst(step);
        else if (next !== null) await list(step, next);
      } while (!isOver(progress) && Date.now() < step.until);
      return { ...counts, cursor: isOver(progress) ? null : progress };
    },
    retry: retryRecord,
  };
}

/** Does the release again that a run could not import. Throws ImportRefusal, GatewayError. */
async function retryRecord(ctx: Ctx, recordId: string): Promise<void> {
  const wanted = wantedOf(recordId);
  if (!wanted) throw new ImportRefusal(`${recordId} is no release.`);
  const progress: Progress = { ...toProgress(null), next: null, queue: [wanted] };
  const counts = noCounts();
  const step = { ctx, registry: openRegistry(ctx), progress, counts, until: Date.now() + retryMs };
  while (!isOver(progress) && Date.now() < step.until) await takeFirst(step);
  const [failure] = counts.failures;
  if (failure) throw new ImportRefusal(failure.reason);
  if (isOver(progress)) return;
  await giveUpFile(ctx, progress);
  throw new ImportRefusal("It is too large to be imported at one go: start the import, which goes on page by page.");
}

/** A page of the releases of the app: those that are new are put into the queue, with the mark of the page behind them. */
async function listFlowpoint({ ctx, registry, progress, counts }: Step, page: number): Promise<void> {
  const { BUILDS_OWNER, BUILDS_FLOWPOINT_REPOSITORY: name } = ctx.settings;
  const address = `${BUILDS_OWNER}/${name}/releases?page=${page}`;
  const kept = await findPage(ctx, address);
  const answer = await registry.listReleases(name, page, kept?.etag);
  if (!answer)
    throw new GatewayError("builds", `there is no repository ${BUILDS_OWNER}/${name} that the token may see`, {
      retryable: false,
      status: 404,
    });
  if (answer === "unchanged") {
    countDone(counts, kept?.records ?? 0);
    progress.next = kept?.next ?? null;
    return;
  }
  const { releases, etag, next } = answer;
  const missing = await findMissing(ctx, "software", name, releases);
  counts.found += releases.length;
  counts.processed += releases.length - missing.length;
  // Oldest first, so that the newest version is also the one that was made last.
  for (const { tag } of missing.toReversed()) progress.queue.push({ kind: "software", name, tag, needed_by: [] });
  addMark(progress, { address, etag, records: releases.length, next });
  progress.next = next;
}

async function listPlugins({ registry, progress, counts }: Step, page: number): Promise<void> {
  const { names, next } = await registry.listPlugins(page);
  counts.found += names.length;
  for (const name of names) progress.queue.push({ kind: "plugin", name, tag: null, needed_by: [] });
  progress.next = next;
}

/** The first of the queue: imported, or one step further; or refused, and the next is the first. */
async function takeFirst(step: Step): Promise<void> {
  const { ctx, progress, counts } = step;
  const [item] = progress.queue;
  if (!item) return;
  if (item.kind === "mark") {
    progress.queue.shift();
    if (item.failures === progress.failures) await keepPage(ctx, item);
    return;
  }
  try {
    const { tag } = item;
    const isDone = tag === null ? await findLatest(step, item) : await importRelease(step, { ...item, tag });
    if (!isDone) return;
    progress.queue.shift();
    counts.processed += 1;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await giveUpFile(ctx, progress);
    progress.queue.shift();
    progress.failures += 1;
    const record_id = recordOf(item);
    if (item.kind === "dependency") progress.refused.push(record_id);
    counts.failures.push({ record_id, reason });
    ctx.log({ level: "error", event: "alarm", name: "build-refused", record_id, reason });
  }
}

/** The newest release of a plugin takes its place in the queue, unless it is in the shop or there is none. */
async function findLatest({ ctx, registry, progress, counts }: Step, { kind, name }: Wanted): Promise<boolean> {
  const address = `${ctx.settings.BUILDS_OWNER}/${name}/releases/latest`;
  const kept = await findPage(ctx, address);
  const answer = await registry.latestRelease(name, kept?.etag);
  if (!answer || answer === "unchanged") return true;
  const { release, etag } = answer;
  const [missing] = await findMissing(ctx, kind, name, [release]);
  const [, ...others] = progress.queue;
  progress.queue = [];
  if (missing) progress.queue.push({ kind, name, tag: release.tag, needed_by: [] });
  else counts.processed += 1;
  addMark(progress, { address, etag, records: 1, next: null });
  progress.queue.push(...others);
  return false;
}

type Answer = { address: string; etag: string | null; records: number; next: number | null };

function addMark(progress: Progress, { etag, ...answer }: Answer): void {
  if (etag !== null) progress.queue.push({ kind: "mark", ...answer, etag, failures: progress.failures });
}

function countDone(counts: Counts, records: number): void {
  counts.found += records;
  counts.processed += records;
}
