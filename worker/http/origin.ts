import { unauthorized } from "../contract/errors.ts";
import type { AppContext } from "./app-env.ts";
import { readCookie } from "./cookies.ts";

/** Origins besides our own that may call with credentials (O-084). */
export const allowedOrigins = (setting: string): string[] =>
  setting
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/**
 * Refuses writes that another site makes with the person's cookies (O-133, T8): Sec-Fetch-Site must be
 * same-origin or none, or the Origin an allowed one; with neither header a cookie is not believed.
 * Throws SECURITY_CHECK_FAILED.
 */
export function requireSameOrigin(c: AppContext): void {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  if (site === "same-origin" || site === "none") return;
  const { PUBLIC_URL, ALLOWED_ORIGINS } = c.get("ctx").settings;
  if (origin !== undefined && [new URL(PUBLIC_URL).origin, ...allowedOrigins(ALLOWED_ORIGINS)].includes(origin)) return;
  const hasCookie = readCookie(c, "session") !== undefined || readCookie(c, "verify") !== undefined;
  // No browser adds a bearer token by itself, so another site cannot borrow it.
  if (!hasCookie && c.req.header("authorization") !== undefined) return;
  const isForeign = site !== undefined || origin !== undefined;
  if (isForeign || hasCookie) throw unauthorized("SECURITY_CHECK_FAILED");
}
