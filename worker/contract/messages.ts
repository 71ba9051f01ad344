import type { AnyErrcode } from "./errcodes.ts";

export type MessagesByErrcode = Partial<Record<AnyErrcode, string>>;

/** Messages of the website that replace the server's (O-076). */
const unknownErrorMessage = "An unknown error occurred, please try again.";
const captchaFailedMessage = "Captcha verification failed. Please try again.";
const sessionEndedMessage = "Your login session has expired or is invalid. Please log in again.";

const messageByErrcode: MessagesByErrcode = {
  USR_INACTIVE: "Sorry, your account is currently inactive. Please contact our support team for assistance.",
  INVALID_JWT: sessionEndedMessage,
  INVALID_JWT_MSG: sessionEndedMessage,
  SECURITY_CHECK_FAILED: "Your request failed our security requirements. Please try again or contact our support team.",
  ORG_PRODUCT_NOT_FOUND: "This device is no longer registered to your organization.",
  CAPTCHA_FAILED_MSG: captchaFailedMessage,
  CAPTCHA_LOW_SCORE: captchaFailedMessage,
};

export type Refusal = { message: string; errcode?: AnyErrcode | undefined; remaining?: number };

/** Status 0 means no reply; `refusal` is absent if the reply is not ours. */
export function explain(status: number, refusal?: Refusal): string {
  if (status === 500) return "Something went wrong on our side, please try again.";
  if (!refusal || status < 400 || status > 429) return unknownErrorMessage;
  const message = (refusal.errcode && messageByErrcode[refusal.errcode]) ?? refusal.message;
  const { remaining } = refusal;
  return status === 429 && remaining
    ? `${message}. Please try again in ${remaining} second${remaining === 1 ? "" : "s"}.`
    : message;
}
