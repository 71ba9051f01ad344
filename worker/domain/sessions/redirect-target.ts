import { BadRequest } from "../../contract/errors.ts";
import { adminClient, desktopClient, type SsoClientId } from "../../contract/paths.ts";
import type { Ctx } from "../context.ts";

const refused = () =>
  new BadRequest([{ code: "custom", path: ["redirect_uri"], message: "This address is not a target of the client." }]);

/** Where a client may land: its own web host, or the desktop scheme (O-071, T9). Throws BadRequest for anything else. */
export function redirectTarget(
  ctx: Pick<Ctx, "settings">,
  client: SsoClientId,
  redirectUri: string | undefined,
): string {
  const { MAIN_WEB_URL, ADMIN_WEB_URL, DESKTOP_SCHEME } = ctx.settings;
  const home = client === desktopClient ? DESKTOP_SCHEME : client === adminClient ? ADMIN_WEB_URL : MAIN_WEB_URL;
  if (redirectUri === undefined || redirectUri === "") return home;
  if (/[\s\\\p{Cc}]/u.test(redirectUri)) throw refused();
  if (client === desktopClient) {
    // The app must be able to trust that code and state are ours.
    if (/[?&](code|state)=/.test(redirectUri)) throw refused();
    if (!redirectUri.startsWith(DESKTOP_SCHEME) || !/^[A-Za-z0-9._~:/?&=%+-]*$/.test(redirectUri)) throw refused();
    return redirectUri;
  }
  const target = URL.parse(redirectUri, home);
  const isRelative = redirectUri.startsWith("/") && !redirectUri.startsWith("//");
  if (
    !target ||
    !(isRelative || /^https?:\/\//.test(redirectUri)) ||
    target.origin !== new URL(home).origin ||
    target.username ||
    target.password
  )
    throw refused();
  return target.href;
}
