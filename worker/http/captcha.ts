import { BadRequest, unauthorized } from "../contract/errors.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { consumeUnchecked, reportOverQuota } from "../domain/identity/index.ts";
import { captchaHeader } from "../contract/paths.ts";
import type { AppContext } from "./app-env.ts";
import { UnsupportedMediaType } from "./body.ts";

const tokenCharactersMax = 4096;

/**
 * Verifies the bot check of a call. An unreachable provider means a refusal (O-037, F21); a used-up monthly quota
 * admits requests at a limited rate, so that users are not locked out for weeks (ADR-060). Where the contract allows a
 * replacement, a request without a token, or whose check could not run, continues as `is_unchecked`, and the use case
 * must require the replacement. @throws CAPTCHA_FAILED_MSG, CAPTCHA_LOW_SCORE, TooManyRequests
 */
export async function requireCaptcha(
  c: AppContext,
  { captcha: action, captcha_or }: Pick<Endpoint, "captcha" | "captcha_or">,
): Promise<void> {
  if (!action) return;
  const result = await verifyToken(c, action);
  if (result === "passed") return;
  if (result === "low-score") throw unauthorized("CAPTCHA_LOW_SCORE");
  if (result === "over-quota") await reportOverQuota(c.get("ctx"));
  if (result === "over-quota" && !captcha_or) return consumeUnchecked(c.get("ctx"), action);
  if (result === "failed" || !captcha_or) throw unauthorized("CAPTCHA_FAILED_MSG");
  c.set("is_unchecked", true);
}

async function verifyToken(c: AppContext, action: NonNullable<Endpoint["captcha"]>) {
  const token = c.req.header(captchaHeader);
  if (!token) return "missing";
  if (token.length > tokenCharactersMax) return "failed";
  const { gateways, remote_ip } = c.get("ctx");
  return gateways.captcha.verify({ token, action, remote_ip });
}

/** Hides validation errors from a request that continues without a bot check (O-037). */
export const hideErrorsIfUnchecked =
  (c: AppContext) =>
  (error: unknown): never => {
    const isAboutInput = error instanceof BadRequest || error instanceof UnsupportedMediaType;
    throw isAboutInput && c.get("is_unchecked") ? unauthorized("CAPTCHA_FAILED_MSG") : error;
  };
