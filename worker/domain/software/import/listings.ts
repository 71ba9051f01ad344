import { GatewayError } from "../../../gateways/gateway-error.ts";
import { addFailure, type Step } from "./import-release.ts";
import { findMissing, findPage, findSources } from "./known.ts";
import { firstPage, type Mark, type Progress, recordOfSource, type Source } from "./progress.ts";
import { ImportRefusal, reasonOf } from "./refusal.ts";

/** Reads a page of a listing of the registry and puts what is to be imported into the queue. Throws GatewayError. */
export type List = (step: Step, page: number) => Promise<void>;

/** A listing that always moves is not read for ever. */
const looksMax = 5;

/**
 * A page of the releases of each software that is imported, one after the other: new releases are put into the queue, with
 * the mark of the page behind them. A repository that cannot be listed is one failure, and the next one follows.
 */
export const listReleases: List = async (step, page) => {
  const { ctx, progress, counts } = step;
  progress.sources ??= await findSources(ctx);
  const [source] = progress.sources;
  if (!source) return nextSource(progress);
  try {
    await listSource(step, source, page);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    counts.found += 1;
    addFailure(step, recordOfSource(source), reason);
    progress.next = null;
  }
  if (progress.next === null) nextSource(progress);
};

function nextSource(progress: Progress): void {
  progress.sources?.shift();
  Object.assign(progress, firstPage());
  if (!progress.sources?.length) progress.next = null;
}

/** Throws ImportRefusal, GatewayError. */
async function listSource({ ctx, registry, progress, counts }: Step, source: Source, page: number): Promise<void> {
  const { name, repository } = source;
  const { BUILDS_OWNER } = ctx.settings;
  // A page that was imported for other software is not a page that was imported for this one.
  const suffix = name === repository ? "" : `#${name}`;
  const address = `${BUILDS_OWNER}/${repository}/releases?page=${page}${suffix}`;
  const kept = await findPage(ctx, address);
  const answer = await registry
    .listReleases(repository, page, kept?.etag)
    .catch((error: unknown) => refuseRepository(`${BUILDS_OWNER}/${repository}`, error));
  if (!answer)
    throw new ImportRefusal(
      `There is no repository ${BUILDS_OWNER}/${repository} that the token may see: correct its name, or give the token access to it.`,
    );
  const isFirstLook = progress.looks === 1;
  if (answer === "unchanged") {
    const done = isFirstLook ? (kept?.records ?? 0) : 0;
    counts.found += done;
    counts.processed += done;
    return turnPage(progress, page, kept?.next ?? null);
  }
  const { releases, etag, next } = answer;
  const missing = await findMissing(ctx, "software", name, releases);
  const fresh = takeUnseen(
    progress,
    releases.map(({ tag }) => tag),
  );
  const wanted = missing.map(({ tag }) => tag).filter((tag) => fresh.delete(tag));
  // what an earlier look knew was counted with its page
  const known = isFirstLook ? fresh.size : 0;
  counts.found += wanted.length + known;
  counts.processed += known;
  // Oldest first, so that the newest version is also the one that was made last.
  for (const tag of wanted.toReversed())
    progress.queue.push({ kind: "software", name, repository, tag, needed_by: [] });
  // A page with a release that failed in this run is read again by the next one.
  if (wanted.length === new Set(missing.map(({ tag }) => tag)).size)
    addMark(progress, { address, etag, records: releases.length, next });
  turnPage(progress, page, next);
}

/**
 * A repository that has moved (301), is blocked (403, 451) or answers something else fails alone; a limit, a refused token or
 * a registry that is down would fail every other one as well. Throws ImportRefusal, or the error itself.
 */
function refuseRepository(repository: string, error: unknown): never {
  const isGeneral = !(error instanceof GatewayError) || error.retryable || error.retry_after_s !== null;
  if (isGeneral) throw error;
  const hint = error.status === 301 ? "it was renamed or moved: correct its name" : error.message;
  throw new ImportRefusal(`The releases of ${repository} could not be listed: ${hint}.`);
}

/** A page of the repositories of plugins. */
export const listPlugins: List = async ({ registry, progress, counts }, page) => {
  const { names, next } = await registry.listPlugins(page);
  const fresh = takeUnseen(progress, names);
  counts.found += fresh.size;
  for (const name of fresh) progress.queue.push({ kind: "plugin", name, repository: name, tag: null, needed_by: [] });
  turnPage(progress, page, next);
};

/** Those of the rows that this run has not seen yet, each once. */
function takeUnseen(progress: Progress, rows: string[]): Set<string> {
  const seen = new Set(progress.seen);
  const fresh = new Set(rows.filter((row) => !seen.has(row)));
  if (fresh.size > 0) progress.has_news = true;
  progress.seen.push(...fresh);
  return fresh;
}

/**
 * The next page; behind the last of several the first again, until a look shows nothing new. The registry's pages are numbers
 * (https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api): what is removed while they are read
 * moves the first row of the next page to one that was read. A page that is unchanged is a 304, which takes nothing of the limit.
 */
function turnPage(progress: Progress, page: number, next: number | null): void {
  const isAgain = next === null && page > 1 && progress.has_news && progress.looks < looksMax;
  progress.next = isAgain ? 1 : next;
  if (!isAgain) return;
  progress.looks += 1;
  progress.has_news = false;
}

type Answer = { address: string; etag: string | null; records: number; next: number | null };

/** Has the ETag of an answer kept once all that it tells of is done. */
export function addMark(progress: Progress, { etag, ...answer }: Answer): void {
  const { failures } = progress;
  if (etag !== null) progress.queue.push({ kind: "mark", ...answer, etag, failures } satisfies Mark);
}
