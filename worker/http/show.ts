import type { ReactElement } from "react";
import { type Head, renderDocument, styleHashes } from "../html/render.tsx";
import { hostsOf } from "../contract/hosts.ts";
import type { AppContext } from "./app-env.ts";
import { addHeader, type CaptchaSources, type Kind, pagePolicy, send } from "./middleware/headers.ts";

export type PageStatus = 200 | 400 | 403 | 404 | 422 | 429 | 500 | 503;

/** Sends a whole document with the policy that fits it. */
export function show(c: AppContext, head: Head, body: () => ReactElement, status: PageStatus): Response {
  // by the header and not by markup: nothing of it is kept with the page
  if (head.refresh_s !== undefined) addHeader(c, "refresh", String(head.refresh_s));
  return send(c, render(c, head, body, c.get("ctx").time_zone()), status, kindOf(c, head));
}

/** Days are shown in the reader's time zone, by its IANA name. */
export const render = (c: AppContext, head: Head, body: () => ReactElement, time_zone: string): string =>
  renderDocument({
    head,
    body: body(),
    nonce_id: crypto.randomUUID(),
    time_zone,
    image_origins: imageOrigins(c),
  });

/** The hosts besides ours whose pictures are let in. */
const imageOrigins = (c: AppContext): string[] =>
  c
    .get("ctx")
    .settings.IMAGE_ORIGINS.split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** The headers of a document. */
export function kindOf(c: AppContext, { captcha, has_frames, no_referrer, no_store }: Head): Kind {
  const { settings } = c.get("ctx");
  const { CAPTCHA_SCRIPT_URL } = settings;
  const sources = captcha ? captchaSources(CAPTCHA_SCRIPT_URL) : { scripts: [], frames: has_frames ? ["'self'"] : [] };
  const policy = pagePolicy(sources, styleHashes, imageOrigins(c), hostsOf(settings)?.all ?? []);
  return { type: "text/html; charset=UTF-8", policy, no_referrer, no_store };
}

/**
 * Google's script loads a second one and frames from other hosts of its own; www.recaptcha.net stands for www.google.com
 * where that cannot be reached, and then the second one may come from gstatic.cn. Only the bot check's folders, because the
 * rest of these hosts has scripts that run whatever they are told (https://cloud.google.com/recaptcha/docs/faq).
 */
function captchaSources(scriptUrl: string): CaptchaSources {
  const folder = new URL(".", scriptUrl).href;
  const isGoogles = ["https://www.google.com/recaptcha/", "https://www.recaptcha.net/recaptcha/"].includes(folder);
  if (!isGoogles) return { scripts: [folder], frames: [folder] };
  const second = [
    "https://www.gstatic.com/recaptcha/",
    ...(folder.includes(".net/") ? ["https://www.gstatic.cn/recaptcha/"] : []),
  ];
  return { scripts: [folder, ...second], frames: [folder, "https://recaptcha.google.com/recaptcha/"] };
}
