import { unauthorized } from "../contract/errors.ts";
import { parseHosts } from "../contract/hosts.ts";
import type { Ctx } from "../domain/context.ts";
import type { AppContext } from "./app-env.ts";
import { readCookie } from "./cookies.ts";

/** Foreign origins that may call with credentials (O-084). */
export const parseAllowedOrigins = (setting: string): string[] =>
  setting
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

export const ownOrigins = (settings: Ctx["settings"]): readonly string[] =>
  parseHosts(settings)?.all ?? [new URL(settings.PUBLIC_URL).origin];

/**
 * Refuses writes that another site makes with the user's cookies (O-133, T8): Sec-Fetch-Site must be same-origin or
 * none, or the Origin one of ours or an allowed one. `same-site` includes every host under COOKIE_DOMAIN and is not
 * enough. Without cookies, a bearer token or the absence of both headers suffices. @throws SECURITY_CHECK_FAILED
 */
export function requireSameOrigin(c: AppContext): void {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  if (site === "same-origin" || site === "none") return;
  const { settings } = c.get("ctx");
  if (
    origin !== undefined &&
    [...ownOrigins(settings), ...parseAllowedOrigins(settings.ALLOWED_ORIGINS)].includes(origin)
  )
    return;
  const hasCookie = readCookie(c, "session") !== undefined || readCookie(c, "verify") !== undefined;
  // Browsers never add a bearer token by themselves.
  if (!hasCookie && c.req.header("authorization") !== undefined) return;
  const isForeign = site !== undefined || origin !== undefined;
  if (isForeign || hasCookie) throw unauthorized("SECURITY_CHECK_FAILED");
}
