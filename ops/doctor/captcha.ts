import { z } from "zod";
import { requestTimeoutMs, type Check, ok, todo } from "./check.ts";

const answerSchema = z.object({ "error-codes": z.array(z.string()).optional() });
/** An invalid token: the error codes in the reply reveal whether the secret is valid. */
const invalidToken = "sandbox-fail";

/** https://developers.google.com/recaptcha/docs/verify */
export const captchaChecks: Check[] = [
  {
    name: "bot check: keys",
    run: async ({ settings }) => {
      const { CAPTCHA_SITE_KEY, CAPTCHA_SECRET = "", PUBLIC_URL = "", CAPTCHA_HOSTNAMES } = settings;
      if (!CAPTCHA_SITE_KEY) return todo("Set CAPTCHA_SITE_KEY: https://www.google.com/recaptcha/admin.");
      if (CAPTCHA_SITE_KEY === CAPTCHA_SECRET) return todo("CAPTCHA_SITE_KEY and CAPTCHA_SECRET are the same key.");
      const { CAPTCHA_VERIFY_URL = "https://www.google.com/recaptcha/api/siteverify" } = settings;
      const response = await fetch(CAPTCHA_VERIFY_URL, {
        method: "POST",
        body: new URLSearchParams({ secret: CAPTCHA_SECRET, response: invalidToken }),
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      if (response.status === 429)
        return todo("The checks of the month are used up: turn on billing for the key's project at Google Cloud.");
      const codes = answerSchema.parse(await response.json())["error-codes"] ?? [];
      if (codes.some((code) => code.endsWith("-input-secret"))) {
        return todo("reCAPTCHA does not know CAPTCHA_SECRET: copy it from https://www.google.com/recaptcha/admin.");
      }
      const host = new URL(PUBLIC_URL).hostname;
      const isHostAllowed = !CAPTCHA_HOSTNAMES || CAPTCHA_HOSTNAMES.split(",").some((name) => name.trim() === host);
      return isHostAllowed ? ok() : todo(`CAPTCHA_HOSTNAMES does not name ${host}: nobody can sign in there.`);
    },
  },
];
