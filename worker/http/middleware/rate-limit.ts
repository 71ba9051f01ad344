import type { MiddlewareHandler } from "hono";
import { TooManyRequests } from "../../contract/errors.ts";
import type { AppEnv } from "../app-env.ts";

const perMinute = 300;
const windowMs = 60_000;
const networksMax = 20_000;
const windows = new Map<string, { n: number; resets_at: number }>();

/**
 * 300 requests a minute for an address (O-118), of IPv6 for its network. Counted in this isolate's memory, so a coarse filter that costs no
 * round trip; the calls that matter are counted in the database by their verbs.
 */
export const limitRequests: MiddlewareHandler<AppEnv> = (c, next) => {
  const { network, settings } = c.get("ctx");
  const now = Date.now();
  let window = windows.get(network);
  if (!window || window.resets_at <= now) {
    if (windows.size >= networksMax) windows.clear();
    window = { n: 0, resets_at: now + windowMs };
    windows.set(network, window);
  }
  window.n += 1;
  if (window.n > perMinute * settings.RATE_LIMIT_SCALE) throw new TooManyRequests((window.resets_at - now) / 1000);
  return next();
};
