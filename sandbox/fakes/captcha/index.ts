import { Hono } from "hono";
import type { Fake, FakeContext } from "../fake.ts";
import { type SandboxEnv, observe } from "../service.ts";
import { captchaControls } from "./controls.ts";
import { captchaSection } from "./page.ts";
import { captchaProtocol } from "./protocol.ts";
import { Tokens } from "./state.ts";

/** Public, because pages with a bot check contain it. */
const siteKey = "sandbox-site-key";

export function createCaptcha({ publicUrl, secrets, url, calls, faults }: FakeContext): Fake {
  const { hostname } = new URL(publicUrl);
  const tokens = new Tokens();
  const keys = { siteKey, secret: secrets.captcha_secret, hostname };
  return {
    routes: new Hono<SandboxEnv>()
      .use("/captcha/*", observe("captcha", calls, faults))
      .route("/captcha", captchaProtocol(keys, tokens))
      .route("/captcha", captchaControls(tokens)),
    settings: () => ({
      CAPTCHA_SITE_KEY: siteKey,
      CAPTCHA_SECRET: secrets.captcha_secret,
      CAPTCHA_VERIFY_URL: `${url()}/captcha/siteverify`,
      CAPTCHA_SCRIPT_URL: `${url()}/captcha/api.js`,
      CAPTCHA_HOSTNAMES: [...new Set([hostname, "localhost", "127.0.0.1"])].join(","),
    }),
    page: captchaSection,
  };
}
