import { versionHeader } from "../../contract/paths.ts";
import type { AppContext } from "../app-env.ts";

const always = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Script and frame sources of the bot check. */
export type CaptchaSources = { scripts: string[]; frames: string[] };

/** Trusted Types policies for markup and script URLs (islands/lib/trusted-types.ts); each is created once per page. */
const ownPolicies = ["markup"];
/** Policies for the bot check's script: ours, and those of Google's libraries. */
const captchaPolicies = ["captcha", "recaptcha", "goog#html", "recaptcha#html", "'allow-duplicates'"];

/**
 * No inline script anywhere and no inline style but the build's own, by its hash; the bot check is the only stranger, and
 * only where a form needs it (T5).
 */
export const pagePolicy = (
  captcha: CaptchaSources,
  styleHashes: string[],
  imageOrigins: string[],
  /** Our hosts as redirect targets of forms, which browsers also check. */
  formOrigins: readonly string[],
) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...captcha.scripts].join(" "),
    ["style-src 'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(" "),
    ["img-src 'self' data:", ...imageOrigins].join(" "),
    "manifest-src 'self'",
    ["connect-src 'self'", ...captcha.scripts].join(" "),
    ["frame-src", ...(captcha.frames.length > 0 ? captcha.frames : ["'none'"])].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ["form-action 'self'", ...formOrigins].join(" "),
    "require-trusted-types-for 'script'",
    ["trusted-types", ...ownPolicies, ...(captcha.scripts.length > 0 ? captchaPolicies : [])].join(" "),
  ].join("; ");

/** For a picture opened directly; `sandbox` gives it an opaque origin. */
const imagePolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

type Choice = {
  /** Immutable and public; also embeddable by other origins. */
  is_public_image?: boolean | undefined;
} & Texts;
type Texts = { policy?: string; no_referrer?: boolean | undefined; no_store?: boolean | undefined };
export type Kind = Choice & { type: "application/json" | "text/html; charset=UTF-8" | (string & {}) };

/** Replies to requests with credentials must not be cached (T24). */
const isPersonal = (c: AppContext) =>
  c.req.header("cookie") !== undefined || c.req.header("authorization") !== undefined || c.req.method !== "GET";

const secure = (c: AppContext, choice: Choice): Record<string, string> =>
  choice.is_public_image ? publicImage : secureDocument(c, choice);

const publicImage = {
  ...always,
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "content-security-policy": imagePolicy,
  "cache-control": "public, max-age=31536000, immutable",
};

/**
 * Workers Cache stores answers with `no-cache` and serves them while the worker fails, unless they say otherwise
 * (https://developers.cloudflare.com/workers/cache/configuration/); that would hide an outage.
 */
const secureDocument = (c: AppContext, choice: Choice): Record<string, string> => ({
  ...always,
  "referrer-policy": choice.no_referrer ? "no-referrer" : "strict-origin-when-cross-origin",
  "content-security-policy": choice.policy ?? apiPolicy,
  "cache-control": choice.no_store || isPersonal(c) ? "no-store" : "no-cache, stale-if-error=0",
  // Workers Cache asks nothing else: a token that is not named here would be answered with what visitors get
  // (https://developers.cloudflare.com/workers/cache/cache-keys/). The cross-origin rules name Origin themselves.
  vary: `authorization, cookie${c.req.header("origin") === undefined && c.req.path.startsWith("/v1/") ? ", origin" : ""}`,
});

// Copying prepared headers takes a third of the time of setting them one by one; there are few different sets.
const made = new Map<string, Headers>();

/** A reply with all its headers; `addHeader` adds further ones. */
export function send(
  c: AppContext,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  status: number,
  kind: Kind,
): Response {
  const set = { "content-type": kind.type, ...secure(c, kind) };
  const key = Object.values(set).join("\n");
  let headers = made.get(key);
  if (!headers) made.set(key, (headers = new Headers(set)));
  return new Response(body, { status, headers });
}

/** Adds a header to the reply of this request, wherever the reply is created. */
export function addHeader(c: AppContext, name: string, value: string): void {
  c.set("added_headers", [...(c.get("added_headers") ?? []), [name, value]]);
}

/** Headers of every reply, including errors, redirects and preflights. */
export function secureHeaders(c: AppContext): void {
  const { headers } = c.res;
  if (!headers.has("strict-transport-security"))
    for (const [name, value] of Object.entries(secure(c, {})))
      if (name === "vary") headers.append(name, value);
      else headers.set(name, value);
  for (const [name, value] of c.get("added_headers") ?? []) headers.append(name, value);
  headers.set("x-request-id", c.get("request_id"));
  // The license agreement's own says which text it is, as the specification has it.
  if (!headers.has(versionHeader)) headers.set(versionHeader, c.env.version);
}
