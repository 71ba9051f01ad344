import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { AppContext } from "./app-env.ts";

/** The product's cookies (decision O-036); the __Host- prefix binds them to this host, https and the path /. */
const names = { session: "__Host-session", verify: "__Host-verify", browser: "__Host-device" } as const;
const attributes = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;
const browserMaxAgeS = 400 * 24 * 3600;
const verifyMaxAgeS = 15 * 60;

export type CookieName = keyof typeof names;

export const readCookie = (c: AppContext, name: CookieName): string | undefined =>
  getCookie(c, names[name]) || undefined;

/** Browsers forget the session cookie when they close; the server ends it earlier when it is idle (O-010). */
export const writeSessionCookie = (c: AppContext, token: string, expiresAt: string) =>
  setCookie(c, names.session, token, { ...attributes, expires: new Date(expiresAt) });
export const writeVerifyCookie = (c: AppContext, token: string) =>
  setCookie(c, names.verify, token, { ...attributes, maxAge: verifyMaxAgeS });
export const writeBrowserCookie = (c: AppContext, token: string) =>
  setCookie(c, names.browser, token, { ...attributes, maxAge: browserMaxAgeS });

export const dropCookie = (c: AppContext, name: CookieName) =>
  deleteCookie(c, names[name], { path: "/", secure: true });
