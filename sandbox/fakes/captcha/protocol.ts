import { type Context, Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import { scoreToken } from "./controls.ts";
import type { Tokens } from "./state.ts";

export interface CaptchaKeys {
  siteKey: string;
  secret: string;
  /** Host name in siteverify's response for a token that no page created. */
  hostname: string;
}

/** reCAPTCHA v3: the browser's script and siteverify (developers.google.com/recaptcha/docs/v3). */
export function captchaProtocol(keys: CaptchaKeys, tokens: Tokens) {
  return new Hono<SandboxEnv>()
    .get("/api.js", (c) => sendScript(c, loaderSource))
    .get("/release.js", (c) => sendScript(c, buildBrowserScript(keys.siteKey)))
    .post("/siteverify", async (c) => {
      // Without billing, Google allows 10,000 checks a month (https://docs.cloud.google.com/recaptcha/quotas).
      if (tokens.quota.left === 0) return c.text("Quota exceeded", 429);
      tokens.quota.left -= 1;
      const form = new URLSearchParams(await c.req.text());
      const errors = [];
      if (!form.get("secret")) errors.push("missing-input-secret");
      else if (form.get("secret") !== keys.secret) errors.push("invalid-input-secret");
      if (!form.get("response")) errors.push("missing-input-response");
      if (errors.length > 0) return c.json({ success: false, "error-codes": errors });
      return c.json(verify(form.get("response") ?? "", form.get("action") ?? "", keys.hostname, tokens));
    });
}

function verify(token: string, expectedAction: string, hostname: string, tokens: Tokens) {
  const score = scoreToken(token);
  if (score === undefined) return { success: false, "error-codes": ["invalid-input-response"] };
  const mintedToken = tokens.read(token);
  if (!mintedToken) {
    return { success: true, score, action: expectedAction, hostname, challenge_ts: new Date().toISOString() };
  }
  if (!tokens.use(token, mintedToken)) return { success: false, "error-codes": ["timeout-or-duplicate"] };
  const challenge = { hostname: mintedToken.hostname, challenge_ts: new Date(mintedToken.at).toISOString() };
  return { success: true, score, action: mintedToken.action, ...challenge };
}

function sendScript(c: Context, text: string): Response {
  return c.body(text, 200, {
    "content-type": "text/javascript; charset=utf-8",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "private, max-age=300",
  });
}

// Google's loader, too, sets the main script's address as plain text unless requested with trustedtypes=true.
const loaderSource = `(() => {
  const here = new URL(document.currentScript.src);
  const waiting = [];
  window.grecaptcha = { ready: (callback) => { waiting.push(callback); }, waiting };
  const isTrusted = here.searchParams.get("trustedtypes") === "true" && window.trustedTypes;
  const asIs = { createScriptURL: (url) => url };
  const policy = isTrusted ? trustedTypes.createPolicy("recaptcha", asIs) : asIs;
  const script = document.createElement("script");
  script.src = policy.createScriptURL(new URL("release.js" + here.search, here).href);
  document.head.append(script);
})();
`;

// The script creates tokens without a request, so that the page's Content-Security-Policy needs only the script's
// origin.
function buildBrowserScript(siteKey: string): string {
  return `(() => {
  const siteKey = ${JSON.stringify(siteKey)};
  const script = document.currentScript && new URL(document.currentScript.src);
  const random = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (n) => n.toString(16).padStart(2, "0")).join("");
  const { waiting } = window.grecaptcha;
  Object.assign(window.grecaptcha, {
    ready: (callback) => { queueMicrotask(callback); },
    execute: async (key, options) => {
      if (key !== siteKey) throw new Error("Invalid site key or not loaded in api.js: " + key);
      const action = (options && options.action) || "none";
      return ["sandbox", action, location.hostname, Date.now().toString(36) + "-" + random()].join(".");
    },
  });
  for (const callback of waiting) queueMicrotask(callback);
  const onload = script && script.searchParams.get("onload");
  if (onload && typeof window[onload] === "function") window[onload]();
})();
`;
}
