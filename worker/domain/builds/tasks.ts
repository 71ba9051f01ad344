import type { Ctx } from "../context.ts";
import type { TaskHandler } from "../tasks/index.ts";
import { giveUpFile } from "./copy-file.ts";
import { importRelease, type Step } from "./import-release.ts";
import { findMissing, findPage, keepPage } from "./known.ts";
import { addMark, type List, listFlowpoint, listPlugins } from "./listings.ts";
import { isOver, noCounts, type Progress, recordOf, toProgress, type Wanted, wantedOf } from "./progress.ts";
import { ImportRefusal, reasonOf } from "./refusal.ts";
import { openRegistry, unavailable } from "./registry.ts";

const pageMs = 3000;
const retryMs = 12_000;

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
