import { BadRequest } from "../../../contract/errors.ts";
import { parseHosts } from "../../../contract/hosts.ts";
import { adminClient, desktopClient, type SsoClientId } from "../../../contract/paths.ts";
import type { Ctx } from "../../context.ts";

const invalidTarget = () =>
  new BadRequest([{ code: "custom", path: ["redirect_uri"], message: "This address is not a target of the client." }]);

/**
 * Resolves `redirectUri` to an allowed target: the client's own web host, any host of the shop if it has several, or,
 * for the desktop app, its scheme or an exact address of DESKTOP_REDIRECT_URIS (O-071, T9). @throws BadRequest for any
 * other address
 */
export function resolveRedirectTarget(
  ctx: Pick<Ctx, "settings">,
  client: SsoClientId,
  redirectUri: string | undefined,
): string {
  const { MAIN_WEB_URL, ADMIN_WEB_URL, DESKTOP_SCHEME, DESKTOP_REDIRECT_URIS } = ctx.settings;
  const home = client === desktopClient ? DESKTOP_SCHEME : client === adminClient ? ADMIN_WEB_URL : MAIN_WEB_URL;
  if (redirectUri === undefined || redirectUri === "" || redirectUri === home) return home;
  if (/[\s\\\p{Cc}]/u.test(redirectUri)) throw invalidTarget();
  if (client === desktopClient) {
    // Simple string comparison (RFC 9700 section 2.1).
    const exact = DESKTOP_REDIRECT_URIS.split(",").map((each) => each.trim());
    if (!redirectUri.startsWith(DESKTOP_SCHEME) || !exact.includes(redirectUri)) throw invalidTarget();
    return redirectUri;
  }
  const target = URL.parse(redirectUri, home);
  const isRelative = redirectUri.startsWith("/") && !redirectUri.startsWith("//");
  if (
    !target ||
    !(isRelative || /^https?:\/\//.test(redirectUri)) ||
    !(parseHosts(ctx.settings)?.all ?? [new URL(home).origin]).includes(target.origin) ||
    target.username ||
    target.password
  )
    throw invalidTarget();
  return target.href;
}
