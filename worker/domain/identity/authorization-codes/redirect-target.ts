import { BadRequest } from "../../../contract/errors.ts";
import { hostsOf } from "../../../contract/hosts.ts";
import { adminClient, desktopClient, type SsoClientId } from "../../../contract/paths.ts";
import type { Ctx } from "../../context.ts";

const refused = () =>
  new BadRequest([{ code: "custom", path: ["redirect_uri"], message: "This address is not a target of the client." }]);

/** Where a client may land: its own web host, any of the shop's where it spans several, or the desktop scheme (O-071, T9). Throws BadRequest for anything else. */
export function redirectTarget(
  ctx: Pick<Ctx, "settings">,
  client: SsoClientId,
  redirectUri: string | undefined,
): string {
  const { MAIN_WEB_URL, ADMIN_WEB_URL, DESKTOP_SCHEME, DESKTOP_REDIRECT_URIS } = ctx.settings;
  const home = client === desktopClient ? DESKTOP_SCHEME : client === adminClient ? ADMIN_WEB_URL : MAIN_WEB_URL;
  if (redirectUri === undefined || redirectUri === "" || redirectUri === home) return home;
  if (/[\s\\\p{Cc}]/u.test(redirectUri)) throw refused();
  if (client === desktopClient) {
    const exact = DESKTOP_REDIRECT_URIS.split(",").map((each) => each.trim());
    if (DESKTOP_REDIRECT_URIS !== "" && !exact.includes(redirectUri)) throw refused();
    if (carriesOurs(redirectUri)) throw refused();
    if (!redirectUri.startsWith(DESKTOP_SCHEME) || !/^[A-Za-z0-9._~:/?&=%+-]*$/.test(redirectUri)) throw refused();
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
    throw refused();
  return target.href;
}

const ours = ["code", "state"];
const decodingsMax = 5;

/**
 * Whether an address brings a code or a state of its own, however it is written: the app must be able to trust that the ones
 * it reads are ours, whichever way it takes names apart and however often it decodes them.
 */
function carriesOurs(address: string): boolean {
  let text = address;
  for (let time = 0; time < decodingsMax; time += 1) {
    const names = [...text.matchAll(/[?&;#]([^=&;#?]*)/g)].map(([, name = ""]) =>
      name.toLowerCase().replace(/[^a-z]/g, ""),
    );
    if (names.some((name) => ours.includes(name))) return true;
    const decoded = decode(text);
    if (decoded === text) return false;
    text = decoded;
  }
  return true;
}

const decode = (text: string): string =>
  text.replace(/\+/g, " ").replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
