import type { MiddlewareHandler } from "hono";
import { TooManyRequests } from "../../contract/errors.ts";
import type { AppEnv } from "../app-env.ts";

const perMinute = 300;
const windowMs = 60_000;
const addressesMax = 20_000;
const windows = new Map<string, { n: number; resets_at: number }>();

/**
 * 300 requests a minute for an address (O-118). Counted in this isolate's memory, so a coarse filter that costs no
 * round trip; the calls that matter are counted in the database by their verbs.
 */
export const limitRequests: MiddlewareHandler<AppEnv> = (c, next) => {
  const { remote_ip, settings } = c.get("ctx");
  const now = Date.now();
  let window = windows.get(remote_ip);
  if (!window || window.resets_at <= now) {
    if (windows.size >= addressesMax) windows.clear();
    window = { n: 0, resets_at: now + windowMs };
    windows.set(remote_ip, window);
  }
  window.n += 1;
  if (window.n > perMinute * settings.RATE_LIMIT_SCALE) throw new TooManyRequests((window.resets_at - now) / 1000);
  return next();
};
