import { unauthorized } from "../contract/errors.ts";
import { type CaptchaAction, captchaHeader } from "../contract/paths.ts";
import type { AppContext } from "./app-env.ts";

const tokenCharactersMax = 4096;

/** Asks the bot check; closed when it cannot be reached (O-037, F21). Throws CAPTCHA_FAILED_MSG, CAPTCHA_LOW_SCORE. */
export async function requireCaptcha(c: AppContext, action: CaptchaAction): Promise<void> {
  const token = c.req.header(captchaHeader);
  if (!token || token.length > tokenCharactersMax) throw unauthorized("CAPTCHA_FAILED_MSG");
  const { gateways, remote_ip } = c.get("ctx");
  const verdict = await gateways.captcha.verify({ token, action, remote_ip });
  if (verdict === "failed") throw unauthorized("CAPTCHA_FAILED_MSG");
  if (verdict === "low-score") throw unauthorized("CAPTCHA_LOW_SCORE");
}
