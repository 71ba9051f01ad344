import { html } from "hono/html";
import type { Content } from "../sheet.ts";

export function captchaSection(): Content {
  return html`<h2>Bot check</h2>
    <p>
      Speaks reCAPTCHA v3. A token made by its script in a page passes once, within 2 minutes, for the action and host
      it was made for. <code>sandbox-fail</code> is refused, <code>sandbox-low-score</code> scores 0.1; any other text
      passes with a score of 0.9 and the action it is used for, as often as you like.
    </p>
    <p>
      Where its script cannot be loaded or nobody can check a token, sign-in takes a known browser or a code by mail
      instead: <code>{"service":"captcha","kind":"cut","path":"api.js","times":1000}</code> to
      <code>/faults</code> keeps the script from every page, <code>"path":"siteverify"</code> the check from the shop.
      <code>{"left": 0}</code> to <code>/captcha/quota</code> uses up the checks of the month.
    </p>`;
}
