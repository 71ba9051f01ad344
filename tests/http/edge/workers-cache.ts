import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type CachedAnswer = {
  status: number;
  is_stale_allowed: boolean;
  headers: [string, string][];
  body: Buffer;
  until: number;
  varied: [string, string][];
  tags: string[];
};
export type WorkersCache = {
  url: string;
  hits(path: string): number;
  /** Headers and text of all cached answers. */
  stored(): [key: string, text: string][];
  /** Purges like `ctx.cache.purge`: tags ignore case, and all variants of an entry are removed. */
  purge(tags: string[]): void;
  stop(): Promise<void>;
};
type Options = {
  /** Removes `Range` from requests to the worker; Cloudflare's pages disagree on whether the edge does. */
  takes_range_off?: boolean;
};

/** Default cache seconds by status, for answers without cache headers. */
const defaultSeconds: Record<number, number> = {
  200: 7200,
  203: 7200,
  204: 7200,
  300: 1200,
  301: 1200,
  404: 180,
  405: 60,
  410: 180,
  414: 60,
  501: 60,
};

/** Headers in the cache key, because some frameworks let them change the method or the address. */
const keyHeaders = [
  "x-http-method-override",
  "x-http-method",
  "x-method-override",
  "x-forwarded-host",
  "x-host",
  "x-forwarded-scheme",
  "x-original-url",
  "x-rewrite-url",
  "forwarded",
];

/**
 * Cloudflare's Workers Cache in front of the worker at `origin`. The key is path, query and `keyHeaders`, never host,
 * cookie or token; `vary` makes variants, compared by their text; set-cookie, private and no-store are not cached. HEAD
 * shares the entries of GET and becomes GET on a miss. A no-cache answer is cached and revalidated. While the worker
 * fails, no-cache and expired answers are served, unless their headers forbid it. `cache-tag` selects the entries of a
 * purge and is removed from answers (https://developers.cloudflare.com/workers/cache/configuration/, /cache-keys/ and
 * /purge/).
 */
export async function startWorkersCache(origin: () => string, options: Options = {}): Promise<WorkersCache> {
  const entriesByKey = new Map<string, CachedAnswer[]>();
  const hits = new Map<string, number>();

  async function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const { method = "GET", url: path = "/", headers } = request;
    const isRead = method === "GET" || method === "HEAD";
    const send = (entry: Pick<CachedAnswer, "status" | "headers" | "body">, outcome: string) => {
      response.writeHead(entry.status, [...entry.headers, ["cf-cache-status", outcome]].flat());
      response.end(method === "HEAD" ? undefined : entry.body);
    };
    const key = [path, ...keyHeaders.map((name) => text(headers[name]))].join("\n").trim();
    const entries = (isRead && entriesByKey.get(key)) || [];
    const freshEntry = entries.find((each) => isFresh(each, headers));
    if (freshEntry) {
      hits.set(path, (hits.get(path) ?? 0) + 1);
      return send(freshEntry, "HIT");
    }
    const reply = await fetch(origin() + path, {
      method: isRead ? "GET" : method,
      headers: forwardedHeaders(headers, options.takes_range_off === true),
      redirect: "manual",
      ...(isRead ? {} : { body: new Uint8Array(body) }),
    });
    const staleEntry = reply.status >= 500 ? entries.findLast((each) => canServeStale(each, headers)) : undefined;
    if (staleEntry) {
      await reply.body?.cancel();
      return send(staleEntry, "STALE");
    }
    const seconds = isRead ? cacheSeconds(reply, headers) : 0;
    const isCached = seconds > 0 || (isRead && isRevalidated(reply, headers));
    const visibleHeaders = [...reply.headers].filter(([name]) => !unforwardedHeaders.has(name) && name !== "cache-tag");
    if (method === "HEAD" && !isCached) {
      await reply.body?.cancel();
      return send({ status: reply.status, headers: visibleHeaders, body: Buffer.alloc(0) }, "BYPASS");
    }
    const entry: CachedAnswer = {
      status: reply.status,
      is_stale_allowed: !noStalePattern.test(reply.headers.get("cache-control") ?? ""),
      headers: visibleHeaders,
      body: Buffer.from(await reply.arrayBuffer()),
      until: Date.now() + seconds * 1000,
      varied: list(reply.headers.get("vary")).map((name) => [name, text(headers[name])]),
      tags: list(reply.headers.get("cache-tag")),
    };
    if (isCached) entriesByKey.set(key, [...(entriesByKey.get(key) ?? []), entry]);
    send(entry, seconds > 0 ? "MISS" : "BYPASS");
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      answer(request, response, Buffer.concat(chunks)).catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hits: (path) => hits.get(path) ?? 0,
    stored: () =>
      [...entriesByKey].flatMap(([key, entries]) => entries.map((each): [string, string] => [key, toText(each)])),
    purge(tags) {
      const purgedTags = new Set(tags.map((tag) => tag.toLowerCase()));
      for (const [key, entries] of entriesByKey)
        entriesByKey.set(
          key,
          entries.filter((each) => !each.tags.some((tag) => purgedTags.has(tag))),
        );
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const unforwardedHeaders = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "transfer-encoding",
]);
const text = (value: string | string[] | undefined): string => [value ?? ""].flat().join(", ");
const list = (value: string | null): string[] =>
  (value ?? "")
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
const toText = ({ headers, body }: CachedAnswer): string => `${headers.join("\n")}\n${body.toString()}`;

const forwardedHeaders = (headers: IncomingHttpHeaders, isRangeRemoved: boolean): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    unforwardedHeaders.has(name) || name === "host" || (isRangeRemoved && name === "range")
      ? []
      : [[name, text(value)]],
  );

const isFresh = ({ until, varied }: CachedAnswer, headers: IncomingHttpHeaders): boolean =>
  until > Date.now() && varied.every(([name, value]) => text(headers[name]) === value);

const noStalePattern = /\b(s-maxage|must-revalidate|proxy-revalidate|stale-if-error=0)\b/;

const canServeStale = ({ is_stale_allowed, varied }: CachedAnswer, headers: IncomingHttpHeaders): boolean =>
  is_stale_allowed && varied.every(([name, value]) => text(headers[name]) === value);

const isRevalidated = (answer: Response, requestHeaders: IncomingHttpHeaders): boolean =>
  answer.status === 200 &&
  requestHeaders.authorization === undefined &&
  !answer.headers.has("set-cookie") &&
  /\bno-cache\b/.test(answer.headers.get("cache-control") ?? "") &&
  !/\b(no-store|private)\b/.test(answer.headers.get("cache-control") ?? "");

function cacheSeconds(answer: Response, requestHeaders: IncomingHttpHeaders): number {
  const control = answer.headers.get("cache-control");
  if (answer.status === 206 || (answer.status >= 520 && answer.status <= 526)) return 0;
  if (answer.headers.has("set-cookie") || answer.headers.get("vary") === "*") return 0;
  if (control === null) return requestHeaders.authorization === undefined ? (defaultSeconds[answer.status] ?? 0) : 0;
  if (/\b(no-store|private|no-cache)\b/.test(control)) return 0;
  if (requestHeaders.authorization !== undefined && !/\b(public|must-revalidate|s-maxage)\b/.test(control)) return 0;
  return Number(/\bs-maxage=(\d+)/.exec(control)?.[1] ?? /\bmax-age=(\d+)/.exec(control)?.[1] ?? 0);
}
