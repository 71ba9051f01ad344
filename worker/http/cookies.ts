import { generateCookie, getCookie } from "hono/cookie";
import type { AppContext } from "./app-env.ts";
import { addHeader } from "./middleware/headers.ts";

/** The shop's cookies (O-036); the __Host- prefix binds them to this host, https and the path /. */
const cookieNames = {
  session: "__Host-session",
  verify: "__Host-verify",
  browser: "__Host-device",
  flash: "__Host-flash",
  challenge: "__Host-challenge",
  trust: "__Host-trust",
} as const;
/**
 * Session cookie of a shop on several hosts: it belongs to their parent domain, which the prefix __Host- forbids. All
 * other cookies stay with one host, so that no other host under the domain can set them.
 */
const sharedSession = "__Secure-session";
const attributes = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;
const browserMaxAgeS = 400 * 24 * 3600;
const verifyMaxAgeS = 15 * 60;
const flashMaxAgeS = 60;
const challengeMaxAgeS = 5 * 60;
const trustMaxAgeS = 30 * 24 * 3600;

export type CookieName = keyof typeof cookieNames;

const cookieDomain = (c: AppContext, name: CookieName): string | undefined =>
  name === "session" ? c.get("ctx").settings.COOKIE_DOMAIN || undefined : undefined;

export function readCookie(c: AppContext, name: CookieName): string | undefined {
  const replaced = name === "session" ? c.get("session_token") : undefined;
  if (replaced !== undefined) return replaced;
  if (cookieDomain(c, name) === undefined) return getCookie(c, cookieNames[name]) || undefined;
  const values = new Set(parseCookieValues(c.req.header("cookie") ?? "", sharedSession));
  // Another host under the domain can set a second cookie with a longer path, which browsers send first.
  return values.size === 1 ? [...values][0] || undefined : undefined;
}

/** All values of a cookie; the header has one for each domain and path (RFC 6265 section 5.4). */
const parseCookieValues = (header: string, name: string): string[] =>
  header.split(";").flatMap((pair) => {
    const [key = "", ...rest] = pair.split("=");
    return key.trim() === name ? [rest.join("=").trim()] : [];
  });

type CookieLifetime = { expires: Date } | { maxAge: number };

const writeCookie = (c: AppContext, name: CookieName, token: string, life: CookieLifetime) => {
  const domain = cookieDomain(c, name);
  const cookie =
    domain === undefined
      ? generateCookie(cookieNames[name], token, { ...attributes, ...life })
      : generateCookie(sharedSession, token, { ...attributes, domain, ...life });
  addHeader(c, "set-cookie", cookie);
  // an obsolete cookie from when the shop had one host
  if (domain !== undefined && getCookie(c, cookieNames[name]) !== undefined)
    addHeader(c, "set-cookie", generateCookie(cookieNames[name], "", { ...attributes, maxAge: 0 }));
};

/** The server ends idle sessions earlier than the cookie (O-010). */
export const writeSessionCookie = (c: AppContext, token: string, expiresAt: string) => {
  c.set("ended_token", undefined);
  writeCookie(c, "session", token, { expires: new Date(expiresAt) });
};
export const writeVerifyCookie = (c: AppContext, token: string) =>
  writeCookie(c, "verify", token, { maxAge: verifyMaxAgeS });
export const writeBrowserCookie = (c: AppContext, token: string) =>
  writeCookie(c, "browser", token, { maxAge: browserMaxAgeS });

/** Binds sign-in challenges to the browser that received them. */
export const writeChallengeCookie = (c: AppContext, token: string) =>
  writeCookie(c, "challenge", token, { maxAge: challengeMaxAgeS });
/** Marks a trusted browser, which signs in without a second factor. */
export const writeTrustCookie = (c: AppContext, token: string) =>
  writeCookie(c, "trust", token, { maxAge: trustMaxAgeS });

export const writeFlashCookie = (c: AppContext, text: string) =>
  writeCookie(c, "flash", text, { maxAge: flashMaxAgeS });

export const dropCookie = (c: AppContext, name: CookieName) => writeCookie(c, name, "", { maxAge: 0 });
