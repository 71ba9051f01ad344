import { type Context, Hono } from "hono";
import type { SandboxEnv } from "../service.ts";

/** What one installation of the bot check knows. */
export interface CaptchaKeys {
  siteKey: string;
  secret: string;
  /** Named in the answer for tokens that no page made. */
  hostname: string;
}

const tokenLivesMs = 120_000;
const goodScore = 0.9;
const lowScore = 0.1;

/** reCAPTCHA v3: its browser script and its siteverify (developers.google.com/recaptcha/docs/v3). */
export function captchaService(keys: CaptchaKeys) {
  const used = new Set<string>();
  return new Hono<SandboxEnv>()
    .get("/api.js", (c) => sendScript(c, loaderScript))
    .get("/release.js", (c) => sendScript(c, browserScript(keys.siteKey)))
    .post("/siteverify", async (c) => {
      const form = new URLSearchParams(await c.req.text());
      const errors = [];
      if (!form.get("secret")) errors.push("missing-input-secret");
      else if (form.get("secret") !== keys.secret) errors.push("invalid-input-secret");
      if (!form.get("response")) errors.push("missing-input-response");
      if (errors.length > 0) return c.json({ success: false, "error-codes": errors });
      return c.json(verify(form.get("response") ?? "", form.get("action") ?? "", keys.hostname, used));
    });
}

function verify(token: string, expectedAction: string, hostname: string, used: Set<string>) {
  if (token === "sandbox-fail") return { success: false, "error-codes": ["invalid-input-response"] };
  const minted = parseMinted(token);
  if (!minted) {
    const score = token === "sandbox-low-score" ? lowScore : goodScore;
    return { success: true, score, action: expectedAction, hostname, challenge_ts: new Date().toISOString() };
  }
  const isFresh = Math.abs(Date.now() - minted.at) < tokenLivesMs;
  if (!isFresh || used.has(token)) return { success: false, "error-codes": ["timeout-or-duplicate"] };
  used.add(token);
  const challenge = { hostname: minted.hostname, challenge_ts: new Date(minted.at).toISOString() };
  return { success: true, score: goodScore, action: minted.action, ...challenge };
}

/** sandbox.<action>.<hostname>.<time in base 36>-<random> */
function parseMinted(token: string) {
  const [, action, hostname, at] = /^sandbox\.([A-Za-z0-9_/-]+)\.(.+)\.([0-9a-z]+)-[0-9a-f]{16}$/.exec(token) ?? [];
  return action && hostname && at ? { action, hostname, at: parseInt(at, 36) } : undefined;
}

function sendScript(c: Context, text: string): Response {
  return c.body(text, 200, {
    "content-type": "text/javascript; charset=utf-8",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "private, max-age=300",
  });
}

// Like the real one it loads the rest, by plain text unless it was asked for with trustedtypes=true.
const loaderScript = `(() => {
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

// Tokens are made in the page, without a request, so the page's policy needs nothing but this script's origin.
function browserScript(siteKey: string): string {
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
