import { unauthorized } from "../contract/errors.ts";
import { hostsOf } from "../contract/hosts.ts";
import type { Ctx } from "../domain/context.ts";
import type { AppContext } from "./app-env.ts";
import { readCookie } from "./cookies.ts";

/** Origins besides our own that may call with credentials (O-084). */
export const allowedOrigins = (setting: string): string[] =>
  setting
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/** The shop's own origins that call each other: all of its hosts. */
export const ownOrigins = (settings: Ctx["settings"]): readonly string[] =>
  hostsOf(settings)?.all ?? [new URL(settings.PUBLIC_URL).origin];

/**
 * Refuses writes that another site makes with the person's cookies (O-133, T8): Sec-Fetch-Site must be
 * same-origin or none, or the Origin exactly one of ours or an allowed one, because any host under COOKIE_DOMAIN is
 * `same-site`; with neither header a cookie is not believed. Throws SECURITY_CHECK_FAILED.
 */
export function requireSameOrigin(c: AppContext): void {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  if (site === "same-origin" || site === "none") return;
  const { settings } = c.get("ctx");
  if (origin !== undefined && [...ownOrigins(settings), ...allowedOrigins(settings.ALLOWED_ORIGINS)].includes(origin))
    return;
  const hasCookie = readCookie(c, "session") !== undefined || readCookie(c, "verify") !== undefined;
  // No browser adds a bearer token by itself, so another site cannot borrow it.
  if (!hasCookie && c.req.header("authorization") !== undefined) return;
  const isForeign = site !== undefined || origin !== undefined;
  if (isForeign || hasCookie) throw unauthorized("SECURITY_CHECK_FAILED");
}
