import type { AppContext, AppHandler } from "./app-env.ts";
import type { Kind } from "./middleware/headers.ts";

/*
 * Caches in the isolate's memory; `cache` of a call or page chooses one:
 * - visitors: replies to visitors for 60 s; requests with a session neither read nor fill it.
 * - price-level: as visitors, and replies to sessions by URL, price level and version of the catalog (ADR-006).
 * - page: HTML for visitors without a query, for pages that depend on path and settings alone.
 */

type Bytes = Uint8Array<ArrayBuffer>;
const bytesMax = 8_000_000;
const encoder = new TextEncoder();

function createMemory<T>(bytesOf: (value: T) => number) {
  const values = new Map<string, T>();
  let bytes = 0;
  return {
    get: (key: string): T | undefined => values.get(key),
    set(key: string, value: T): void {
      const own = bytesOf(value) + key.length;
      if (bytes + own > bytesMax) {
        values.clear();
        bytes = 0;
      }
      bytes += own;
      values.set(key, value);
    },
  };
}

const visitorsMs = 60_000;
const addressMax = 512;
const visitors = createMemory<{ at: number; body: Bytes; headers: Headers }>(({ body }) => body.length);
const personal = ["cookie", "authorization", "origin"];

/** Requests with a cookie, token or origin bypass the cache: no customer's price is ever cached (T24). */
export const cachedForVisitors =
  (handle: AppHandler): AppHandler =>
  async (c, next) => {
    const isAnybody = personal.every((name) => c.req.header(name) === undefined);
    if (!isAnybody || c.req.url.length > addressMax) return handle(c, next);
    const found = visitors.get(c.req.url);
    if (found && Date.now() - found.at < visitorsMs) return new Response(found.body, { headers: found.headers });
    const answer = await handle(c, next);
    if (!(answer instanceof Response) || answer.status !== 200) return answer;
    answer.headers.set("cache-control", "public, max-age=0, s-maxage=60");
    const body = new Uint8Array(await answer.clone().arrayBuffer());
    visitors.set(c.req.url, { at: Date.now(), body, headers: new Headers(answer.headers) });
    return answer;
  };

const replies = createMemory<Bytes>((bytes) => bytes.length);
const keyOf = (c: AppContext, version: unknown) => `${c.req.url} ${JSON.stringify(version)}`;

export const readReply = (c: AppContext, version: unknown): Bytes | undefined =>
  version === undefined ? undefined : replies.get(keyOf(c, version));

/** Bytes, because encoding the text for each reply is slow. */
export function cacheReply(c: AppContext, version: unknown, text: string): void {
  if (version !== undefined) replies.set(keyOf(c, version), encoder.encode(text));
}

/** Concurrent replies share the bytes; they must not be modified. */
type CachedPage = { html: Bytes; kind: Kind };
const pages = new Map<string, CachedPage>();

export const readPage = (path: string): CachedPage | undefined => pages.get(path);

/**
 * Visitors also share the id that names the islands' props, which is safe because the page contains nothing of a
 * visitor (T5).
 */
export function cachePage(path: string, html: string, kind: Kind): CachedPage {
  const page = { html: encoder.encode(html), kind };
  pages.set(path, page);
  return page;
}
