import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Kept = {
  status: number;
  is_stale_allowed: boolean;
  headers: [string, string][];
  body: Buffer;
  until: number;
  varied: [string, string][];
};
export type WorkersCache = { url: string; hits(path: string): number; stop(): Promise<void> };

/** What is kept of an answer that says nothing about it, in seconds, by its status. */
const heuristics: Record<number, number> = {
  200: 7200,
  203: 7200,
  204: 7200,
  300: 1200,
  301: 1200,
  404: 180,
  410: 180,
};

/**
 * Cloudflare's Workers Cache in front of the worker at `origin`: the key is path and query, never host, cookie or token;
 * `vary` makes variants, compared by their text; set-cookie, private and no-store are not kept. An answer with no-cache is
 * kept and asked again; while the worker fails, it and answers whose time is over are given, unless they forbid it
 * (https://developers.cloudflare.com/workers/cache/configuration/ and /cache-keys/).
 */
export async function startWorkersCache(origin: string): Promise<WorkersCache> {
  const kept = new Map<string, Kept[]>();
  const hits = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "/";
      const isRead = request.method === "GET" || request.method === "HEAD";
      const found = isRead ? kept.get(path)?.find((each) => isFresh(each, request.headers)) : undefined;
      if (found) {
        hits.set(path, (hits.get(path) ?? 0) + 1);
        response.writeHead(found.status, [...found.headers, ["cf-cache-status", "HIT"]].flat());
        response.end(found.body);
        return;
      }
      const ask = async () => {
        const answer = await fetch(origin + path, {
          method: request.method ?? "GET",
          headers: sent(request.headers),
          redirect: "manual",
          ...(isRead ? {} : { body: Buffer.concat(chunks) }),
        });
        const stale =
          answer.status >= 500 && isRead
            ? kept.get(path)?.findLast((each) => mayStale(each, request.headers))
            : undefined;
        if (stale) {
          await answer.body?.cancel();
          response.writeHead(stale.status, [...stale.headers, ["cf-cache-status", "STALE"]].flat());
          response.end(stale.body);
          return;
        }
        const body = Buffer.from(await answer.arrayBuffer());
        const seconds = request.method === "GET" ? lifeOf(answer, request.headers) : 0;
        const headers = [...answer.headers].filter(([name]) => !hopByHop.has(name));
        if (seconds > 0 || (request.method === "GET" && isAskedAgain(answer, request.headers))) {
          const names = (answer.headers.get("vary") ?? "").split(",").map((name) => name.trim().toLowerCase());
          const varied = names.filter(Boolean).map((name): [string, string] => [name, text(request.headers[name])]);
          const is_stale_allowed = !revalidated.test(answer.headers.get("cache-control") ?? "");
          const entry = {
            status: answer.status,
            is_stale_allowed,
            headers,
            body,
            until: Date.now() + seconds * 1000,
            varied,
          };
          kept.set(path, [...(kept.get(path) ?? []), entry]);
        }
        response.writeHead(answer.status, [...headers, ["cf-cache-status", seconds > 0 ? "MISS" : "BYPASS"]].flat());
        response.end(body);
      };
      ask().catch(() => response.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Listening on a port, it has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hits: (path) => hits.get(path) ?? 0,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const hopByHop = new Set(["connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"]);
const text = (value: string | string[] | undefined): string => [value ?? ""].flat().join(", ");

const sent = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    hopByHop.has(name) || name === "host" ? [] : [[name, text(value)]],
  );

const isFresh = ({ until, varied }: Kept, headers: IncomingHttpHeaders): boolean =>
  until > Date.now() && varied.every(([name, value]) => text(headers[name]) === value);

const revalidated = /\b(s-maxage|must-revalidate|proxy-revalidate|stale-if-error=0)\b/;

const mayStale = ({ is_stale_allowed, varied }: Kept, headers: IncomingHttpHeaders): boolean =>
  is_stale_allowed && varied.every(([name, value]) => text(headers[name]) === value);

/** Kept, but asked again each time. */
const isAskedAgain = (answer: Response, asked: IncomingHttpHeaders): boolean =>
  answer.status === 200 &&
  asked.authorization === undefined &&
  !answer.headers.has("set-cookie") &&
  /\bno-cache\b/.test(answer.headers.get("cache-control") ?? "") &&
  !/\b(no-store|private)\b/.test(answer.headers.get("cache-control") ?? "");

/** For how many seconds an answer may be given to others. */
function lifeOf(answer: Response, asked: IncomingHttpHeaders): number {
  const control = answer.headers.get("cache-control");
  if (answer.headers.has("set-cookie") || answer.headers.get("vary") === "*") return 0;
  if (control === null) return heuristics[answer.status] ?? 0;
  if (/\b(no-store|private|no-cache)\b/.test(control)) return 0;
  if (asked.authorization !== undefined && !/\b(public|must-revalidate|s-maxage)\b/.test(control)) return 0;
  return Number(/\bs-maxage=(\d+)/.exec(control)?.[1] ?? /\bmax-age=(\d+)/.exec(control)?.[1] ?? 0);
}
