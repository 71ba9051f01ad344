import { generateCookie, getCookie } from "hono/cookie";
import type { AppContext } from "./app-env.ts";
import { addHeader } from "./middleware/headers.ts";

/** The product's cookies (O-036); the __Host- prefix binds them to this host, https and the path /. */
const names = {
  session: "__Host-session",
  verify: "__Host-verify",
  browser: "__Host-device",
  flash: "__Host-flash",
} as const;
const attributes = { path: "/", secure: true, httpOnly: true, sameSite: "Lax" } as const;
const browserMaxAgeS = 400 * 24 * 3600;
const verifyMaxAgeS = 15 * 60;
const flashMaxAgeS = 60;

export type CookieName = keyof typeof names;

export const readCookie = (c: AppContext, name: CookieName): string | undefined =>
  getCookie(c, names[name]) || undefined;

const write = (c: AppContext, name: CookieName, token: string, life: { expires: Date } | { maxAge: number }) =>
  addHeader(c, "set-cookie", generateCookie(names[name], token, { ...attributes, ...life }));

/** Browsers forget the session cookie when they close; the server ends it earlier when it is idle (O-010). */
export const writeSessionCookie = (c: AppContext, token: string, expiresAt: string) => {
  c.set("ended_token", undefined);
  write(c, "session", token, { expires: new Date(expiresAt) });
};
export const writeVerifyCookie = (c: AppContext, token: string) => write(c, "verify", token, { maxAge: verifyMaxAgeS });
export const writeBrowserCookie = (c: AppContext, token: string) =>
  write(c, "browser", token, { maxAge: browserMaxAgeS });

/** What the next page tells once. */
export const writeFlashCookie = (c: AppContext, text: string) => write(c, "flash", text, { maxAge: flashMaxAgeS });

export const dropCookie = (c: AppContext, name: CookieName) => write(c, name, "", { maxAge: 0 });
