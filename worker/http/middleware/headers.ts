import { versionHeader } from "../../contract/paths.ts";
import type { AppContext } from "../app-env.ts";

const commonHeaders = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export type CaptchaSources = { scripts: string[]; frames: string[] };

/** Trusted Types policy for markup, which islands/ui/markup.tsx creates once per page. */
const trustedTypesPolicies = ["markup"];
/** Our policy for the bot check's script, and those of Google's libraries. */
const captchaPolicies = ["captcha", "recaptcha", "goog#html", "recaptcha#html", "'allow-duplicates'"];

/**
 * Content security policy of pages: no inline scripts, and inline styles of the build only by hash. The bot check is
 * the only foreign source of scripts, on pages whose form needs it (T5).
 */
export const pagePolicy = (
  captcha: CaptchaSources,
  styleHashes: string[],
  imageOrigins: string[],
  /** Our other hosts, because browsers apply `form-action` also to the redirect after a form. */
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
    ["trusted-types", ...trustedTypesPolicies, ...(captcha.scripts.length > 0 ? captchaPolicies : [])].join(" "),
  ].join("; ");

/** Policy for a picture that is opened as a page; `sandbox` gives the picture an opaque origin. */
const imagePolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

type HeaderOptions = {
  /** Public, immutable and embeddable by other origins. */
  is_public_image?: boolean | undefined;
} & DocumentOptions;
type DocumentOptions = {
  policy?: string;
  no_referrer?: boolean | undefined;
  no_store?: boolean | undefined;
  /** The `Link` header: files that the page loads. */
  link?: string | undefined;
};
export type ReplyKind = HeaderOptions & { type: "application/json" | "text/html; charset=UTF-8" | (string & {}) };

/** No cache may store a reply that may be personal (T24). */
const isPersonal = (c: AppContext) =>
  c.req.header("cookie") !== undefined || c.req.header("authorization") !== undefined || c.req.method !== "GET";

const buildHeaders = (c: AppContext, choice: HeaderOptions): Record<string, string> =>
  choice.is_public_image ? publicImageHeaders : buildDocumentHeaders(c, choice);

const publicImageHeaders = {
  ...commonHeaders,
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "content-security-policy": imagePolicy,
  "cache-control": "public, max-age=31536000, immutable",
};

/**
 * `stale-if-error=0`, because Workers Cache also stores replies with `no-cache` and would serve them while the worker
 * fails (https://developers.cloudflare.com/workers/cache/configuration/), which would hide an outage.
 */
const buildDocumentHeaders = (c: AppContext, choice: HeaderOptions): Record<string, string> => ({
  ...commonHeaders,
  "referrer-policy": choice.no_referrer ? "no-referrer" : "strict-origin-when-cross-origin",
  "content-security-policy": choice.policy ?? apiPolicy,
  ...(choice.link && { link: choice.link }),
  "cache-control": choice.no_store || isPersonal(c) ? "no-store" : "no-cache, stale-if-error=0",
  // Workers Cache varies only by these headers: without `authorization`, a request with a token would get a visitor's
  // reply (https://developers.cloudflare.com/workers/cache/cache-keys/). The CORS rules add Origin themselves.
  vary: `authorization, cookie${c.req.header("origin") === undefined && c.req.path.startsWith("/v1/") ? ", origin" : ""}`,
});

// Copying prepared headers takes a third of the time of setting each.
const preparedHeaders = new Map<string, Headers>();

export function send(
  c: AppContext,
  body: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  status: number,
  kind: ReplyKind,
): Response {
  const set = { "content-type": kind.type, ...buildHeaders(c, kind) };
  const key = Object.values(set).join("\n");
  let headers = preparedHeaders.get(key);
  if (!headers) preparedHeaders.set(key, (headers = new Headers(set)));
  return new Response(body, { status, headers });
}

export function addHeader(c: AppContext, name: string, value: string): void {
  c.set("added_headers", [...(c.get("added_headers") ?? []), [name, value]]);
}

/** Adds the headers that every reply must have, also to errors, redirects and preflights. */
export function secureHeaders(c: AppContext): void {
  const { headers } = c.res;
  if (!headers.has("strict-transport-security"))
    for (const [name, value] of Object.entries(buildHeaders(c, {})))
      if (name === "vary") headers.append(name, value);
      else headers.set(name, value);
  for (const [name, value] of c.get("added_headers") ?? []) headers.append(name, value);
  headers.set("x-request-id", c.get("request_id"));
  // In the reply with a license agreement, this header has the version of the text.
  if (!headers.has(versionHeader)) headers.set(versionHeader, c.env.version);
}
