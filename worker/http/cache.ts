import type { AppContext, AppHandler } from "./app-env.ts";
import type { Kind } from "./middleware/headers.ts";

/*
 * What an isolate keeps in its memory. A call or a page says by `cache` whether it is kept, and by what:
 * - visitors: every visitor gets what another visitor got at most 60 s ago; whoever signed in reads and fills nothing.
 * - price-level: as visitors, and for who is signed in by the address and by what was preloaded (level and version; ADR-006).
 * - page: the page depends on its path and on settings alone, so that visitors who bring no query get kept HTML.
 */

type Bytes = Uint8Array<ArrayBuffer>;
const bytesMax = 8_000_000;
const encoder = new TextEncoder();

/** Values by key; emptied when their total size exceeds 8 MB. */
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

/**
 * Answers visitors from what another visitor got at most 60 seconds ago. Whoever shows a cookie or a token never reads from
 * it and never fills it, so that nobody's price is ever kept (T24); nor does who calls from another origin.
 */
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

const answers = createMemory<Bytes>((bytes) => bytes.length);
const keyOf = (c: AppContext) => c.get("session") && `${c.req.url} ${JSON.stringify(c.get("preloaded"))}`;

/** The cached reply for signed-in viewers with the same preloaded values and URL. */
export const readAnswer = (c: AppContext): Bytes | undefined => {
  const key = keyOf(c);
  return key === undefined ? undefined : answers.get(key);
};

/** Caches a reply for signed-in viewers as bytes, which avoids encoding the text each time. */
export function keepAnswer(c: AppContext, text: string): void {
  const key = keyOf(c);
  if (key !== undefined) answers.set(key, encoder.encode(text));
}

/** A cached page as sent. Its bytes are shared by concurrent replies and must not be modified. */
type CachedPage = { html: Bytes; kind: Kind };
const pages = new Map<string, CachedPage>();

export const readPage = (path: string): CachedPage | undefined => pages.get(path);

/**
 * Keeps a page that is the same for every visitor. So is its id, which this isolate made up and which names the islands'
 * props: nothing of a visitor stands in the page that could abuse it (T5).
 */
export function cachePage(path: string, html: string, kind: Kind): CachedPage {
  const page = { html: encoder.encode(html), kind };
  pages.set(path, page);
  return page;
}
