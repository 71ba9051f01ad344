import type { ReactElement } from "react";
import { type Head, renderDocument, styleHashes } from "../html/render.tsx";
import { parseHosts } from "../contract/hosts.ts";
import type { AppContext } from "./app-env.ts";
import { addHeader, type CaptchaSources, type ReplyKind, pagePolicy, send } from "./middleware/headers.ts";

export type PageStatus = 200 | 400 | 403 | 404 | 422 | 429 | 500 | 503;

export function sendPage(c: AppContext, head: Head, body: () => ReactElement, status: PageStatus): Response {
  // a header instead of a meta element, because cached markup must not reload itself
  if (head.refresh_s !== undefined) addHeader(c, "refresh", String(head.refresh_s));
  const { html, kind } = renderPage(c, head, body, c.get("ctx").time_zone());
  return send(c, html, status, kind);
}

export function renderPage(c: AppContext, head: Head, body: () => ReactElement, time_zone: string) {
  const { html, hints } = renderDocument({
    head,
    body: body(),
    nonce_id: crypto.randomUUID(),
    time_zone,
    image_origins: readImageOrigins(c),
  });
  return { html, kind: { ...buildReplyKind(c, head), link: hints } };
}

const readImageOrigins = (c: AppContext): string[] =>
  c
    .get("ctx")
    .settings.IMAGE_ORIGINS.split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

function buildReplyKind(c: AppContext, { captcha, has_frames, no_referrer, no_store }: Head): ReplyKind {
  const { settings } = c.get("ctx");
  const { CAPTCHA_SCRIPT_URL } = settings;
  const sources = captcha ? captchaSources(CAPTCHA_SCRIPT_URL) : { scripts: [], frames: has_frames ? ["'self'"] : [] };
  const policy = pagePolicy(sources, styleHashes, readImageOrigins(c), parseHosts(settings)?.all ?? []);
  return { type: "text/html; charset=UTF-8", policy, no_referrer, no_store };
}

/**
 * Google's script loads scripts and frames from other hosts; www.recaptcha.net replaces www.google.com where that is
 * blocked, and then gstatic.cn may serve the second script. Only the bot check's folders are allowed, because other
 * scripts of these hosts can be abused (https://cloud.google.com/recaptcha/docs/faq).
 */
function captchaSources(scriptUrl: string): CaptchaSources {
  const folder = new URL(".", scriptUrl).href;
  const isGoogle = ["https://www.google.com/recaptcha/", "https://www.recaptcha.net/recaptcha/"].includes(folder);
  if (!isGoogle) return { scripts: [folder], frames: [folder] };
  const furtherFolders = [
    "https://www.gstatic.com/recaptcha/",
    ...(folder.includes(".net/") ? ["https://www.gstatic.cn/recaptcha/"] : []),
  ];
  return { scripts: [folder, ...furtherFolders], frames: [folder, "https://recaptcha.google.com/recaptcha/"] };
}
