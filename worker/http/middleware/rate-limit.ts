import type { MiddlewareHandler } from "hono";
import { TooManyRequests } from "../../contract/errors.ts";
import type { CoarseLimit } from "../../env.ts";
import type { AppContext, AppEnv } from "../app-env.ts";

const perMinute = 300;
const windowMs = 60_000;
const networksMax = 20_000;
type Window = { n: number; resets_at: number };
const windows = new Map<string, Window>();

/**
 * Allows 300 requests a minute by address (O-118), for IPv6 by network. This coarse filter counts in the isolate's
 * memory and in Cloudflare's per-location counter, without a round trip; it passes requests when the binding fails.
 * Sensitive calls are counted in the database by their use cases (ADR-027).
 */
export const limitRequests: MiddlewareHandler<AppEnv> = (c, next) => {
  if (c.req.path.startsWith("/v1/callbacks/")) return limitRefused(c, next);
  const window = findOrCreateWindow(c, "");
  window.n += 1;
  requireUnderLimit(c, window);
  const counter = c.env.coarse_limit;
  return counter ? limitAtEdge(counter, c, next) : next();
};

async function limitAtEdge(counter: CoarseLimit, c: AppContext, next: () => Promise<void>): Promise<void> {
  const counted = await counter.limit({ key: c.get("ctx").network }).catch(() => undefined);
  if (counted?.success === false) throw new TooManyRequests(windowMs / 1000);
  await next();
}

/**
 * Webhooks arrive by the hundred from few addresses (https://docs.stripe.com/webhooks), and each carries a signature or
 * a token, so only refused ones count.
 */
async function limitRefused(c: AppContext, next: () => Promise<void>): Promise<void> {
  const window = findOrCreateWindow(c, " callbacks");
  requireUnderLimit(c, { ...window, n: window.n + 1 });
  await next();
  if (c.res.status >= 400 && c.res.status < 500) window.n += 1;
}

function findOrCreateWindow(c: AppContext, kind: string): Window {
  const key = c.get("ctx").network + kind;
  const now = Date.now();
  const known = windows.get(key);
  if (known && known.resets_at > now) return known;
  if (windows.size >= networksMax) windows.clear();
  const window = { n: 0, resets_at: now + windowMs };
  windows.set(key, window);
  return window;
}

function requireUnderLimit(c: AppContext, { n, resets_at }: Window): void {
  if (n > perMinute * c.get("ctx").settings.RATE_LIMIT_SCALE)
    throw new TooManyRequests((resets_at - Date.now()) / 1000);
}
