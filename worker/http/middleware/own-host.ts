import { hostOfPage, type Hosts, parseHosts } from "../../contract/hosts.ts";
import { pages } from "../../contract/pages.ts";
import type { AppContext } from "../app-env.ts";
import { send } from "./headers.ts";

/**
 * In a shop on several hosts: refuses foreign hosts, and redirects a page to its own host, so that relative links
 * work. Every host serves calls, forms and files. Undefined if the request stays where it is.
 */
export function redirectToOwnHost(c: AppContext): Response | undefined {
  const { settings } = c.get("ctx");
  const hosts = settings.COOKIE_DOMAIN === "" ? undefined : parseHosts(settings);
  if (!hosts) return undefined;
  const { origin, pathname, search } = new URL(c.req.url);
  // Status 421 (RFC 9110 section 15.5.20): a foreign host must serve nothing that a cookie gives access to.
  if (!hosts.all.includes(origin))
    return send(c, JSON.stringify({ success: false, message: "This host is not part of the shop" }), 421, {
      type: "application/json",
    });
  if (c.req.method !== "GET") return undefined;
  const home = pathname === pages.home ? homeAt(hosts, origin, settings) : undefined;
  if (home !== undefined) return c.redirect(home);
  const own = hostOfPage(hosts, pathname);
  return own === undefined || own === origin ? undefined : c.redirect(own + pathname + search);
}

type Homes = { MAIN_WEB_URL: string; ADMIN_WEB_URL: string };

/** Redirect target of the path / at the storefront's or the console's host; undefined at the account's. */
function homeAt(hosts: Hosts, origin: string, { MAIN_WEB_URL, ADMIN_WEB_URL }: Homes): string | undefined {
  if (origin === hosts.account) return undefined;
  const [home, defaultPath] = origin === hosts.storefront ? [MAIN_WEB_URL, pages.store] : [ADMIN_WEB_URL, pages.admin];
  return new URL(home).pathname === pages.home ? origin + defaultPath : home;
}
