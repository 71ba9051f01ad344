import { addFailure, type Step } from "./import-release.ts";
import { findMissing, findPage, findSources } from "./known.ts";
import { firstPage, type Mark, type Progress, toSourceRecordId, type Source } from "./progress.ts";
import { ImportRefusal, toRefusalReason, refuseRepository } from "./refusal.ts";

export type Lister = (step: Step, page: number) => Promise<void>;

/** Maximum passes over a listing that keeps changing. */
const passesMax = 5;

/**
 * Reads one page of the releases of the first software in `progress.sources`, and queues the new ones, followed by the
 * mark of the page. A repository that cannot be listed counts as one failure without stopping the others.
 */
export const listReleases: Lister = async (step, page) => {
  const { ctx, progress, counts } = step;
  progress.sources ??= await findSources(ctx);
  const [source] = progress.sources;
  if (!source) return nextSource(progress);
  try {
    await listSource(step, source, page);
  } catch (error) {
    const reason = toRefusalReason(error);
    if (reason === undefined) throw error;
    counts.found += 1;
    addFailure(step, toSourceRecordId(source), reason);
    progress.next = null;
  }
  if (progress.next === null) nextSource(progress);
};

function nextSource(progress: Progress): void {
  progress.sources?.shift();
  Object.assign(progress, firstPage());
  if (!progress.sources?.length) progress.next = null;
}

/** @throws ImportRefusal */
async function listSource({ ctx, registry, progress, counts }: Step, source: Source, page: number): Promise<void> {
  const { name, repository } = source;
  const { BUILDS_OWNER } = ctx.settings;
  // Pages are remembered per software, because a repository can be assigned to other software later.
  const suffix = name === repository ? "" : `#${name}`;
  const address = `${BUILDS_OWNER}/${repository}/releases?page=${page}${suffix}`;
  const cachedPage = await findPage(ctx, address);
  const answer = await registry
    .listReleases(repository, page, cachedPage?.etag)
    .catch((error: unknown) => refuseRepository(`${BUILDS_OWNER}/${repository}`, error));
  if (!answer)
    throw new ImportRefusal(
      `There is no repository ${BUILDS_OWNER}/${repository} that the token can access. Correct its name, or give the token access to it.`,
    );
  const isFirstLook = progress.looks === 1;
  if (answer === "unchanged") {
    const done = isFirstLook ? (cachedPage?.records ?? 0) : 0;
    counts.found += done;
    counts.processed += done;
    return advancePage(progress, page, cachedPage?.next ?? null);
  }
  const { releases, etag, next } = answer;
  const missingReleases = await findMissing(ctx, "software", name, releases);
  const unseenTags = addUnseen(
    progress,
    releases.map(({ tag }) => tag),
  );
  const wantedTags = missingReleases.map(({ tag }) => tag).filter((tag) => unseenTags.delete(tag));
  // Imported releases are counted in the first pass only.
  const knownCount = isFirstLook ? unseenTags.size : 0;
  counts.found += wantedTags.length + knownCount;
  counts.processed += knownCount;
  // Oldest first, so that the newest version is also created last.
  for (const tag of wantedTags.toReversed())
    progress.queue.push({ kind: "software", name, repository, tag, needed_by: [] });
  // A page with a release that has failed in this run gets no mark, so that the next run reads the page again.
  if (wantedTags.length === new Set(missingReleases.map(({ tag }) => tag)).size)
    addMark(progress, { address, etag, records: releases.length, next });
  advancePage(progress, page, next);
}

/**
 * Reads one page of the owner's repositories and queues the releases of plugins and of firmware. Firmware whose
 * repository or name belongs to existing software is imported with that software.
 */
export const listRepositories: Lister = async ({ ctx, registry, progress }, page) => {
  const { plugins, firmware, next } = await registry.listRepositories(page);
  const sources = firmware.length > 0 ? await findSources(ctx) : [];
  const isSource = (repository: string) =>
    sources.some((each) => each.name === repository || each.repository.toLowerCase() === repository.toLowerCase());
  const isPlugin = new Set(plugins);
  const others = firmware.filter((name) => !isPlugin.has(name) && !isSource(name));
  for (const name of addUnseen(progress, [...plugins, ...others])) {
    const kind = isPlugin.has(name) ? "plugin" : "software";
    progress.queue.push({ kind, name, repository: name, tag: null, page: 1, needed_by: [] });
  }
  advancePage(progress, page, next);
};

function addUnseen(progress: Progress, rows: string[]): Set<string> {
  const seen = new Set(progress.seen);
  const unseen = new Set(rows.filter((row) => !seen.has(row)));
  if (unseen.size > 0) progress.has_news = true;
  progress.seen.push(...unseen);
  return unseen;
}

/**
 * Moves to the next page. After the last of several pages the first follows again, until a pass finds nothing new:
 * GitHub's pages are numbered (https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api), so
 * a removal during the run moves the first row of the next page to one already read. An unchanged page costs a 304,
 * which does not count against the rate limit.
 */
function advancePage(progress: Progress, page: number, next: number | null): void {
  const isAgain = next === null && page > 1 && progress.has_news && progress.looks < passesMax;
  progress.next = isAgain ? 1 : next;
  if (!isAgain) return;
  progress.looks += 1;
  progress.has_news = false;
}

type Answer = { address: string; etag: string | null; records: number; next: number | null };

export function addMark(progress: Progress, { etag, ...answer }: Answer): void {
  const { failures } = progress;
  if (etag !== null) progress.queue.push({ kind: "mark", ...answer, etag, failures } satisfies Mark);
}
