import type { AppContext, AppHandler } from "./app-env.ts";
import type { ReplyKind } from "./middleware/headers.ts";

/*
 * Caches in the isolate's memory and at Cloudflare's edge (ADR-061). `cache` of a call or page chooses one:
 * - catalog, legal, release, minute: replies to visitors. Replies of legal are cached at the edge alone. Requests with
 *   a session neither read nor fill this cache.
 * - price-level: like catalog for visitors; replies to sessions are cached by URL, price level and version of the
 *   catalog (ADR-006).
 * - page: like release, and HTML of addresses without a query stays in memory. For pages that depend on path, query and
 *   settings alone.
 */

/** `minute` is for sources whose changes purge no cache. */
export type Dependency = "catalog" | "legal" | "release" | "minute";

/** Lifetime at the edge in seconds: the maximum age of a reply whose purge was refused or lost. */
const lifetimesS: Record<Dependency, number> = { catalog: 300, legal: 300, release: 300, minute: 60 };

const dependencies = new Map<string, Dependency>([
  ["product", "catalog"],
  ["price_level", "catalog"],
  ["legal_text", "legal"],
  ["license_agreement", "legal"],
]);

/** Dependencies whose cached replies are outdated once these subjects of the audit log have changed. */
export const cacheTagsFor = (subjects: Iterable<string>): Dependency[] => [
  ...new Set([...subjects].flatMap((subject) => dependencies.get(subject) ?? [])),
];

type Bytes = Uint8Array<ArrayBuffer>;
const bytesMax = 8_000_000;
const encoder = new TextEncoder();

function createMemory<T>(bytesOf: (value: T) => number) {
  const values = new Map<string, T>();
  let bytes = 0;
  return {
    get: (key: string): T | undefined => values.get(key),
    clear(): void {
      values.clear();
      bytes = 0;
    },
    set(key: string, value: T): void {
      const own = bytesOf(value) + key.length;
      if (bytes + own > bytesMax) this.clear();
      bytes += own;
      values.set(key, value);
    },
  };
}

const visitorReplyMaxMs = 60_000;
const urlCharsMax = 512;
const visitorReplies = createMemory<{ at: number; body: Bytes; headers: Headers }>(({ body }) => body.length);
const personalHeaders = ["cookie", "authorization", "origin"];

/**
 * Whether visitors may share the reply. A cookie, token or origin rules that out, so that no customer's price enters a
 * shared cache (T24). Replies at long URLs are not cached either.
 */
const isAnonymous = (c: AppContext): boolean =>
  c.req.url.length <= urlCharsMax && personalHeaders.every((name) => c.req.header(name) === undefined);

/**
 * Lets the edge cache a reply. The edge's cache key lacks the host, so replies of a shop on several hosts vary by host
 * (https://developers.cloudflare.com/workers/cache/cache-keys/).
 */
function shareAtEdge(
  c: AppContext,
  { headers }: Response,
  dependsOn: Dependency,
  ageMs = 0,
  longestS = Infinity,
): void {
  const lifetimeS = Math.min(longestS, lifetimesS[dependsOn]);
  // A reply from this isolate's memory may predate a change that is already purged at the edge, so the edge caches it
  // only until the isolate forgets it.
  const isOld = ageMs > 0 && dependsOn !== "release";
  const remainingS = isOld ? Math.min(lifetimeS, Math.ceil((visitorReplyMaxMs - ageMs) / 1000)) : lifetimeS;
  headers.set("cache-control", `public, max-age=0, s-maxage=${remainingS}`);
  headers.set("cache-tag", dependsOn);
  if (c.get("ctx").settings.COOKIE_DOMAIN !== "") headers.set("vary", `${headers.get("vary")}, host`);
}

/** Dates in these replies are in UTC, because visitors of all time zones share them. */
export const cacheForVisitors =
  (dependsOn: Dependency, handle: AppHandler): AppHandler =>
  async (c, next) => {
    if (!isAnonymous(c)) return handle(c, next);
    const cachedReply = dependsOn === "legal" ? undefined : visitorReplies.get(c.req.url);
    const ageMs = cachedReply ? Date.now() - cachedReply.at : visitorReplyMaxMs;
    if (cachedReply && ageMs < visitorReplyMaxMs) {
      const reply = new Response(cachedReply.body, { headers: cachedReply.headers });
      shareAtEdge(c, reply, dependsOn, Math.max(1, ageMs));
      return reply;
    }
    let longestS = Infinity;
    const changesAt = (instant: string | null) => {
      if (instant === null) return;
      const remainingS = Math.floor((Date.parse(instant) - Date.now()) / 1000);
      longestS = Math.min(longestS, Math.max(1, remainingS));
    };
    c.set("ctx", { ...c.get("ctx"), time_zone: () => "UTC", changesAt });
    const response = await handle(c, next);
    if (!(response instanceof Response) || response.status !== 200) return response;
    // account set-up accepts only the license agreement in force, so no isolate may show an older one
    if (dependsOn !== "legal") {
      const body = new Uint8Array(await response.clone().arrayBuffer());
      visitorReplies.set(c.req.url, { at: Date.now(), body, headers: new Headers(response.headers) });
    }
    shareAtEdge(c, response, dependsOn, 0, longestS);
    return response;
  };

/** Lets the edge cache a page that is the same for all visitors. */
export function shareWithVisitors(c: AppContext, reply: Response): Response {
  if (isAnonymous(c) && reply.status === 200) shareAtEdge(c, reply, "release");
  return reply;
}

/** Clears this isolate only; replies in other isolates expire within a minute. */
export const clearVisitorReplies = (): void => visitorReplies.clear();

const replies = createMemory<Bytes>((bytes) => bytes.length);
const replyKey = (c: AppContext, version: unknown) => `${c.req.url} ${JSON.stringify(version)}`;

export const readReply = (c: AppContext, version: unknown): Bytes | undefined =>
  version === undefined ? undefined : replies.get(replyKey(c, version));

/** Caches bytes, because encoding the text for each reply is slow. */
export function cacheReply(c: AppContext, version: unknown, text: string): void {
  if (version !== undefined) replies.set(replyKey(c, version), encoder.encode(text));
}

/** Concurrent replies share the bytes of `html`, which must not be modified. */
type CachedPage = { html: Bytes; kind: ReplyKind };
const pages = new Map<string, CachedPage>();

export const readPage = (path: string): CachedPage | undefined => pages.get(path);

/**
 * Visitors share the cached HTML with its nonce id, which names the islands' props. That is safe because the page has
 * no data of a visitor (T5).
 */
export function cachePage(path: string, { html, kind }: { html: string; kind: ReplyKind }): CachedPage {
  const page = { html: encoder.encode(html), kind };
  pages.set(path, page);
  return page;
}
