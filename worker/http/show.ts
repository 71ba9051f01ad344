import type { ReactElement } from "react";
import { type Head, renderDocument, styleHashes } from "../html/render.tsx";
import type { AppContext } from "./app-env.ts";
import { type CaptchaOrigins, type Kind, pagePolicy, send } from "./middleware/headers.ts";

export type PageStatus = 200 | 400 | 403 | 404 | 422 | 429 | 500 | 503;

/** Sends a whole document with the policy that fits it. */
export function show(c: AppContext, head: Head, body: () => ReactElement, status: PageStatus): Response {
  return send(c, render(head, body, c.get("ctx").time_zone()), status, kindOf(c, head));
}

/** Days are shown in the reader's time zone, by its IANA name. */
export const render = (head: Head, body: () => ReactElement, time_zone: string): string =>
  renderDocument({ head, body: body(), nonce_id: crypto.randomUUID(), time_zone });

/** The headers of a document. */
export function kindOf(c: AppContext, { captcha, no_referrer, no_store }: Head): Kind {
  const { CAPTCHA_SCRIPT_URL } = c.get("ctx").settings;
  const policy = pagePolicy(captcha ? captchaOrigins(CAPTCHA_SCRIPT_URL) : { scripts: [], frames: [] }, styleHashes);
  return { type: "text/html; charset=UTF-8", policy, no_referrer, no_store };
}

/** Google's script loads a second one and frames from other hosts of its own (https://developers.google.com/recaptcha/docs/faq). */
function captchaOrigins(scriptUrl: string): CaptchaOrigins {
  const { origin } = new URL(scriptUrl);
  return origin === "https://www.google.com"
    ? { scripts: [origin, "https://www.gstatic.com"], frames: [origin, "https://recaptcha.google.com"] }
    : { scripts: [origin], frames: [origin] };
}
