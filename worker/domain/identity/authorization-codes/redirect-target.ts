import { BadRequest } from "../../../contract/errors.ts";
import { hostsOf } from "../../../contract/hosts.ts";
import { adminClient, desktopClient, type SsoClientId } from "../../../contract/paths.ts";
import type { Ctx } from "../../context.ts";

const invalidTarget = () =>
  new BadRequest([{ code: "custom", path: ["redirect_uri"], message: "This address is not a target of the client." }]);

/**
 * Allowed redirect targets of a client: its own web host, any of the shop's hosts if it spans several, or the desktop
 * scheme (O-071, T9). Throws BadRequest for anything else.
 */
export function redirectTarget(
  ctx: Pick<Ctx, "settings">,
  client: SsoClientId,
  redirectUri: string | undefined,
): string {
  const { MAIN_WEB_URL, ADMIN_WEB_URL, DESKTOP_SCHEME, DESKTOP_REDIRECT_URIS } = ctx.settings;
  const home = client === desktopClient ? DESKTOP_SCHEME : client === adminClient ? ADMIN_WEB_URL : MAIN_WEB_URL;
  if (redirectUri === undefined || redirectUri === "" || redirectUri === home) return home;
  if (/[\s\\\p{Cc}]/u.test(redirectUri)) throw invalidTarget();
  if (client === desktopClient) {
    const exact = DESKTOP_REDIRECT_URIS.split(",").map((each) => each.trim());
    if (DESKTOP_REDIRECT_URIS !== "" && !exact.includes(redirectUri)) throw invalidTarget();
    if (hasReservedParameter(redirectUri)) throw invalidTarget();
    if (!redirectUri.startsWith(DESKTOP_SCHEME) || !/^[A-Za-z0-9._~:/?&=%+-]*$/.test(redirectUri))
      throw invalidTarget();
    return redirectUri;
  }
  const target = URL.parse(redirectUri, home);
  const isRelative = redirectUri.startsWith("/") && !redirectUri.startsWith("//");
  if (
    !target ||
    !(isRelative || /^https?:\/\//.test(redirectUri)) ||
    !(hostsOf(ctx.settings)?.all ?? [new URL(home).origin]).includes(target.origin) ||
    target.username ||
    target.password
  )
    throw invalidTarget();
  return target.href;
}

const reserved = ["code", "state"];
const decodingsMax = 5;

/**
 * Whether an address contains a code or state parameter in any spelling. The app must be able to trust that the ones it
 * reads are reserved, however it splits names and however often it decodes them.
 */
function hasReservedParameter(address: string): boolean {
  let text = address;
  for (let time = 0; time < decodingsMax; time += 1) {
    const names = [...text.matchAll(/[?&;#]([^=&;#?]*)/g)].map(([, name = ""]) =>
      name.toLowerCase().replace(/[^a-z]/g, ""),
    );
    if (names.some((name) => reserved.includes(name))) return true;
    const decoded = decode(text);
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

const decode = (text: string): string =>
  text.replace(/\+/g, " ").replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
