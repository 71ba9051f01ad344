import { pages } from "./pages.ts";

type Addresses = { PUBLIC_URL: string; MAIN_WEB_URL: string; ADMIN_WEB_URL: string; COOKIE_DOMAIN: string };

/** Origins of a shop on several hosts (ADR-029). */
export type Hosts = {
  account: string;
  storefront: string;
  console: string;
  all: readonly string[];
};

/** Returns undefined for a shop on one host. */
export function parseHosts({ PUBLIC_URL, MAIN_WEB_URL, ADMIN_WEB_URL, COOKIE_DOMAIN }: Addresses): Hosts | undefined {
  if (COOKIE_DOMAIN === "") return undefined;
  const [account = "", storefront = "", console = ""] = [PUBLIC_URL, MAIN_WEB_URL, ADMIN_WEB_URL].map(
    (address) => new URL(address).origin,
  );
  return { account, storefront, console, all: [...new Set([account, storefront, console])] };
}

const isUnder = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`);

const toArea = (pattern: string): string => pattern.replace(/\/:.*$/, "");

const storefrontAreas = [pages.store, pages.portal];
const accountAreas = [
  pages.signInHome,
  pages.requestAccount,
  pages.recoverPassword,
  pages.setUp,
  pages.verify,
  pages.verifyEmail,
  pages.stopEmailChange,
  pages.notMe,
  pages.stopRecovery,
  pages.finishRecovery,
  pages.unsubscribe,
  pages.licenseAgreement,
  pages.status,
  pages.accessibility,
  pages.flowpoint,
].map(toArea);

/** Returns undefined for all paths without a host of their own, such as calls, forms, files and the API reference. */
export function hostOfPage(hosts: Hosts, path: string): string | undefined {
  if (isUnder(path, pages.admin)) return hosts.console;
  if (storefrontAreas.some((area) => isUnder(path, area))) return hosts.storefront;
  return accountAreas.some((area) => isUnder(path, area)) ? hosts.account : undefined;
}

/** Origin for links from outside, such as in emails. */
export function pageBase(settings: Addresses, path: string): string {
  const hosts = parseHosts(settings);
  return (hosts && hostOfPage(hosts, path)) ?? settings.PUBLIC_URL;
}

const hostPattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

/** Reason why COOKIE_DOMAIN cannot cover these hosts; undefined if it can. */
export function cookieDomainProblem(settings: Addresses): string | undefined {
  const { COOKIE_DOMAIN: domain } = settings;
  if (domain === "") return undefined;
  if (!hostPattern.test(domain) || /^[\d.]+$/.test(domain))
    return `${domain} must be a domain with at least two labels in lower case and without a dot before it, as example.com`;
  for (const name of ["PUBLIC_URL", "MAIN_WEB_URL", "ADMIN_WEB_URL"] as const) {
    const host = URL.parse(settings[name])?.hostname ?? "";
    if (host !== domain && !host.endsWith(`.${domain}`))
      return `${name} is at ${host || settings[name]}, which is not ${domain} or a host under it`;
  }
  return undefined;
}
