import type { CaptchaAction } from "../contract/paths.ts";
import { postOutbound, readJsonBody } from "./outbound.ts";

export type CaptchaSettings = { CAPTCHA_SECRET: string; CAPTCHA_VERIFY_URL: string; CAPTCHA_HOSTNAMES: string };
export type CaptchaResult = "passed" | "failed" | "low-score" | "unreachable" | "over-quota";

/**
 * Never throws. `unreachable`: the provider could not validate the token. `over-quota`: the provider validates no token
 * until the month ends, because the account has no billing (https://docs.cloud.google.com/recaptcha/quotas).
 */
export type CaptchaGateway = {
  verify(input: { token: string; action: CaptchaAction; remote_ip: string }): Promise<CaptchaResult>;
};

const scoreMin = 0.5;
const tokenCharsMax = 4096;

/** Bot check by reCAPTCHA v3 (https://developers.google.com/recaptcha/docs/v3), within 2.5 s. */
export const createCaptchaGateway = (settings: CaptchaSettings): CaptchaGateway => {
  const hostnames = settings.CAPTCHA_HOSTNAMES.split(",").map((name) => name.trim().toLowerCase());
  const isOwnHostname = (hostname: unknown) =>
    typeof hostname === "string" && hostname !== "" && hostnames.includes(hostname.toLowerCase());

  const toResult = (answer: Record<string, unknown>, action: CaptchaAction): CaptchaResult => {
    if (answer["success"] !== true || answer["action"] !== action || !isOwnHostname(answer["hostname"]))
      return "failed";
    const score = answer["score"];
    if (typeof score !== "number" || Number.isNaN(score)) return "failed";
    return score < scoreMin ? "low-score" : "passed";
  };

  return {
    async verify({ token, action, remote_ip }) {
      if (token === "" || token.length > tokenCharsMax) return "failed";
      const body = new URLSearchParams({ secret: settings.CAPTCHA_SECRET, response: token, action });
      if (remote_ip !== "") body.set("remoteip", remote_ip);
      try {
        const url = settings.CAPTCHA_VERIFY_URL;
        const response = await postOutbound({ service: "captcha", url, headers: {}, body, timeoutMs: 2500 });
        const answer = await readJsonBody(response);
        if (response.status === 429) return "over-quota";
        return response.ok ? toResult(answer, action) : "unreachable";
      } catch {
        return "unreachable";
      }
    },
  };
};
