import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Kept = {
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
  /** As `ctx.cache.purge`: tags ignore case, and all variants go together. */
  purge(tags: string[]): void;
  stop(): Promise<void>;
};
type Options = {
  /** The page on configuration says that `Range` never reaches the worker, another page that its 206 passes. */
  takes_range_off?: boolean;
};

/** Default cache seconds by status, for answers without cache headers. */
const heuristics: Record<number, number> = {
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

/** These headers are parts of the key, because some frameworks let them change method or address. */
const keyed = [
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
 * Cloudflare's Workers Cache in front of the worker at `origin`: the key is path and query, never host, cookie or
 * token; `vary` makes variants, compared by their text; set-cookie, private and no-store are not kept. HEAD shares the
 * entries of GET and becomes GET where nothing is kept. An answer with no-cache is kept and asked again; while the
 * worker fails, it and answers whose time is over are given, unless they forbid it. `cache-tag` is taken off, and
 * purges go by it (https://developers.cloudflare.com/workers/cache/configuration/, /cache-keys/ and /purge/).
 */
export async function startWorkersCache(origin: () => string, options: Options = {}): Promise<WorkersCache> {
  const kept = new Map<string, Kept[]>();
  const hits = new Map<string, number>();

  async function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const { method = "GET", url: path = "/", headers } = request;
    const isRead = method === "GET" || method === "HEAD";
    const send = (entry: Pick<Kept, "status" | "headers" | "body">, outcome: string) => {
      response.writeHead(entry.status, [...entry.headers, ["cf-cache-status", outcome]].flat());
      response.end(method === "HEAD" ? undefined : entry.body);
    };
    const key = [path, ...keyed.map((name) => text(headers[name]))].join("\n").trim();
    const entries = (isRead && kept.get(key)) || [];
    const found = entries.find((each) => isFresh(each, headers));
    if (found) {
      hits.set(path, (hits.get(path) ?? 0) + 1);
      return send(found, "HIT");
    }
    const reply = await fetch(origin() + path, {
      method: isRead ? "GET" : method,
      headers: sent(headers, options.takes_range_off === true),
      redirect: "manual",
      ...(isRead ? {} : { body: new Uint8Array(body) }),
    });
    const stale = reply.status >= 500 ? entries.findLast((each) => mayStale(each, headers)) : undefined;
    if (stale) {
      await reply.body?.cancel();
      return send(stale, "STALE");
    }
    const seconds = isRead ? lifeOf(reply, headers) : 0;
    const isKept = seconds > 0 || (isRead && isAskedAgain(reply, headers));
    const shown = [...reply.headers].filter(([name]) => !hopByHop.has(name) && name !== "cache-tag");
    if (method === "HEAD" && !isKept) {
      // the rest of the answer is not needed
      await reply.body?.cancel();
      return send({ status: reply.status, headers: shown, body: Buffer.alloc(0) }, "BYPASS");
    }
    const entry: Kept = {
      status: reply.status,
      is_stale_allowed: !revalidated.test(reply.headers.get("cache-control") ?? ""),
      headers: shown,
      body: Buffer.from(await reply.arrayBuffer()),
      until: Date.now() + seconds * 1000,
      varied: list(reply.headers.get("vary")).map((name) => [name, text(headers[name])]),
      tags: list(reply.headers.get("cache-tag")),
    };
    if (isKept) kept.set(key, [...(kept.get(key) ?? []), entry]);
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
  // Listening on a port, it has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hits: (path) => hits.get(path) ?? 0,
    stored: () => [...kept].flatMap(([key, entries]) => entries.map((each): [string, string] => [key, whole(each)])),
    purge(tags) {
      const purged = new Set(tags.map((tag) => tag.toLowerCase()));
      for (const [key, entries] of kept)
        kept.set(
          key,
          entries.filter((each) => !each.tags.some((tag) => purged.has(tag))),
        );
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const hopByHop = new Set(["connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"]);
const text = (value: string | string[] | undefined): string => [value ?? ""].flat().join(", ");
const list = (value: string | null): string[] =>
  (value ?? "")
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
const whole = ({ headers, body }: Kept): string => `${headers.join("\n")}\n${body.toString()}`;

const sent = (headers: IncomingHttpHeaders, isRangeTakenOff: boolean): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    hopByHop.has(name) || name === "host" || (isRangeTakenOff && name === "range") ? [] : [[name, text(value)]],
  );

const isFresh = ({ until, varied }: Kept, headers: IncomingHttpHeaders): boolean =>
  until > Date.now() && varied.every(([name, value]) => text(headers[name]) === value);

const revalidated = /\b(s-maxage|must-revalidate|proxy-revalidate|stale-if-error=0)\b/;

const mayStale = ({ is_stale_allowed, varied }: Kept, headers: IncomingHttpHeaders): boolean =>
  is_stale_allowed && varied.every(([name, value]) => text(headers[name]) === value);

/** Cached, but revalidated each time. */
const isAskedAgain = (answer: Response, asked: IncomingHttpHeaders): boolean =>
  answer.status === 200 &&
  asked.authorization === undefined &&
  !answer.headers.has("set-cookie") &&
  /\bno-cache\b/.test(answer.headers.get("cache-control") ?? "") &&
  !/\b(no-store|private)\b/.test(answer.headers.get("cache-control") ?? "");

/** For how many seconds shared caches may serve an answer. */
function lifeOf(answer: Response, asked: IncomingHttpHeaders): number {
  const control = answer.headers.get("cache-control");
  if (answer.status === 206 || (answer.status >= 520 && answer.status <= 526)) return 0;
  if (answer.headers.has("set-cookie") || answer.headers.get("vary") === "*") return 0;
  if (control === null) return asked.authorization === undefined ? (heuristics[answer.status] ?? 0) : 0;
  if (/\b(no-store|private|no-cache)\b/.test(control)) return 0;
  if (asked.authorization !== undefined && !/\b(public|must-revalidate|s-maxage)\b/.test(control)) return 0;
  return Number(/\bs-maxage=(\d+)/.exec(control)?.[1] ?? /\bmax-age=(\d+)/.exec(control)?.[1] ?? 0);
}
