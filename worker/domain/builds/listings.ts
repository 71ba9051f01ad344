import { GatewayError } from "../../gateways/gateway-error.ts";
import type { Step } from "./import-release.ts";
import { findMissing, findPage } from "./known.ts";
import type { Mark, Progress } from "./progress.ts";

/** Reads a page of a listing of the registry and puts what is to be imported into the queue. Throws GatewayError. */
export type List = (step: Step, page: number) => Promise<void>;

/** A listing that always moves is not read for ever. */
const looksMax = 5;

/** A page of the releases of the app: those that are new are put into the queue, with the mark of the page behind them. */
export const listFlowpoint: List = async ({ ctx, registry, progress, counts }, page) => {
  const { BUILDS_OWNER, BUILDS_FLOWPOINT_REPOSITORY: name } = ctx.settings;
  const address = `${BUILDS_OWNER}/${name}/releases?page=${page}`;
  const kept = await findPage(ctx, address);
  const answer = await registry.listReleases(name, page, kept?.etag);
  if (!answer)
    throw new GatewayError("builds", `there is no repository ${BUILDS_OWNER}/${name} that the token may see`, {
      retryable: false,
      status: 404,
    });
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
  for (const tag of wanted.toReversed()) progress.queue.push({ kind: "software", name, tag, needed_by: [] });
  // A page with a release that failed in this run is read again by the next one.
  if (wanted.length === new Set(missing.map(({ tag }) => tag)).size)
    addMark(progress, { address, etag, records: releases.length, next });
  turnPage(progress, page, next);
};

/** A page of the repositories of plugins. */
export const listPlugins: List = async ({ registry, progress, counts }, page) => {
  const { names, next } = await registry.listPlugins(page);
  const fresh = takeUnseen(progress, names);
  counts.found += fresh.size;
  for (const name of fresh) progress.queue.push({ kind: "plugin", name, tag: null, needed_by: [] });
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
