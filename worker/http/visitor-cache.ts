import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";
import { createMemory } from "./memory.ts";

const keptMs = 60_000;
const addressMax = 512;
const kept = createMemory<{ at: number; body: Uint8Array<ArrayBuffer>; headers: Headers }>(({ body }) => body.length);

/**
 * Answers visitors from what another visitor got at most 60 seconds ago. Whoever shows a cookie or a token never reads from
 * it and never fills it, so that nobody's price is ever kept (safety T24).
 */
export const cacheForVisitors: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isVisitor = c.req.header("cookie") === undefined && c.req.header("authorization") === undefined;
  if (!isVisitor || c.req.method !== "GET" || c.req.url.length > addressMax) return next();
  const found = kept.get(c.req.url);
  if (found && Date.now() - found.at < keptMs) return new Response(found.body, { headers: found.headers });
  await next();
  if (c.res.status !== 200) return;
  c.res.headers.set("cache-control", "public, max-age=0, s-maxage=60");
  const body = new Uint8Array(await c.res.clone().arrayBuffer());
  kept.set(c.req.url, { at: Date.now(), body, headers: new Headers(c.res.headers) });
};
