import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "./app-env.ts";

const always = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** No inline script or style anywhere; the bot check is the only stranger, and only where a form needs it (safety T5). */
export const pagePolicy = (captchaOrigins: string[]) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...captchaOrigins].join(" "),
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...captchaOrigins].join(" "),
    ["frame-src", ...(captchaOrigins.length > 0 ? captchaOrigins : ["'none'"])].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join("; ");

/** The headers of every answer, errors included. Whoever looked at a cookie gets an answer that nobody may keep (safety T24). */
export const secureHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(always)) c.res.headers.set(name, value);
  setDefault(c.res.headers, "referrer-policy", "strict-origin-when-cross-origin");
  setDefault(c.res.headers, "cross-origin-resource-policy", "same-origin");
  setDefault(c.res.headers, "content-security-policy", apiPolicy);
  const isPersonal = c.req.header("cookie") !== undefined || c.req.header("authorization") !== undefined;
  if (isPersonal || c.req.method !== "GET") c.res.headers.set("cache-control", "no-store");
  else setDefault(c.res.headers, "cache-control", "no-cache");
  c.res.headers.append("vary", "cookie");
};

const setDefault = (headers: Headers, name: string, value: string) => {
  if (!headers.has(name)) headers.set(name, value);
};
