import { GatewayError } from "../gateway-error.ts";
import {
  discardBody,
  isTransient,
  isAccountRejected,
  joinUrl,
  postOutbound,
  readJsonBody,
  readRetryAfter,
} from "../outbound.ts";
import { toSmsText } from "./sms-text.ts";
import { isSignedByTwilio, type TwilioWebhook } from "./twilio-signature.ts";

export type SmsSettings = {
  SMS_API_URL: string;
  SMS_ACCOUNT_SID: string;
  SMS_AUTH_TOKEN: string;
  SMS_FROM: string;
};
/** The provider posts the message's delivery status to `status_url`. */
export type OutgoingSms = { to: string; body: string; idempotency_key: string; status_url?: string };

export type IncomingSms = { kind: "message"; from: string; wish: "stop" | "start" | "other" };

/** `reason` is the carrier's error with its code; null unless the message failed. */
export type SmsReport = {
  kind: "report";
  to: string;
  is_delivered: boolean;
  reason: string | null;
  is_opted_out: boolean;
};

export type SmsGateway = {
  /** Resolves once the provider queued the message; the body is cut to 10 segments. @throws GatewayError otherwise */
  send(message: OutgoingSms): Promise<void>;
  /** Undefined without a valid signature of the provider. */
  readWebhook(webhook: TwilioWebhook): Promise<IncomingSms | SmsReport | undefined>;
};

/** The recipient answered STOP (https://www.twilio.com/docs/api/errors/21610). */
const optedOutCode = 21610;

const e164Pattern = /^\+[1-9]\d{6,14}$/;

/**
 * Twilio's default keywords for opt-out and opt-in (https://help.twilio.com/articles/223134027), which must be the
 * whole message. A messaging service with other keywords reports its reading in OptOutType.
 */
const stopKeywords = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
const startKeywords = ["START", "UNSTOP", "YES"];

const parseKeyword = (text: string, type: string | null): IncomingSms["wish"] => {
  const keyword = (type ?? text).trim().toUpperCase();
  return stopKeywords.includes(keyword) ? "stop" : startKeywords.includes(keyword) ? "start" : "other";
};

/** Messages for frequent errors (https://www.twilio.com/docs/api/errors). */
const carrierErrors: Record<string, string> = {
  "21610": "the recipient replied STOP",
  "30003": "the phone is off or out of reach",
  "30004": "blocked by the recipient or the carrier",
  "30005": "the number does not exist",
  "30006": "a landline, or its carrier cannot be reached",
  "30007": "filtered by the carrier",
  "30032": "the toll-free sender is not verified",
  "30034": "the sender is not registered with US carriers (A2P 10DLC)",
};

/** https://www.twilio.com/docs/messaging/guides/track-outbound-message-status */
const toReport = (status: string, fields: URLSearchParams): SmsReport => {
  const code = /^\d{1,9}$/.exec(fields.get("ErrorCode") ?? "")?.[0] ?? "0";
  const explanation = carrierErrors[code];
  const to = fields.get("To") ?? "";
  const hasFailed = status === "undelivered" || status === "failed";
  return {
    kind: "report",
    to,
    is_delivered: status === "delivered" || status === "read",
    reason: hasFailed ? `sms: ${status}, error ${code}${explanation ? `: ${explanation}` : ""}` : null,
    is_opted_out: Number(code) === optedOutCode && e164Pattern.test(to),
  };
};

const toE164 = (written: string): string => {
  const number = written.replace(/[\s().-]/g, "");
  if (!e164Pattern.test(number)) throw new GatewayError("sms", "not an international number", { retryable: false });
  return number;
};

export const createSmsGateway = (settings: SmsSettings): SmsGateway => ({
  async send({ to, body, idempotency_key, status_url }) {
    const account = encodeURIComponent(settings.SMS_ACCOUNT_SID);
    const response = await postOutbound({
      service: "sms",
      url: joinUrl(settings.SMS_API_URL, `/2010-04-01/Accounts/${account}/Messages.json`),
      headers: {
        authorization: `Basic ${btoa(`${settings.SMS_ACCOUNT_SID}:${settings.SMS_AUTH_TOKEN}`)}`,
        // Twilio does not deduplicate: a retry after a lost response can deliver twice. The key identifies both in
        // Twilio's log.
        "idempotency-key": idempotency_key,
      },
      body: new URLSearchParams({
        To: toE164(to),
        From: settings.SMS_FROM,
        Body: toSmsText(body),
        ...(status_url === undefined ? {} : { StatusCallback: status_url }),
      }),
      timeoutMs: 10_000,
    });
    const { ok, status } = response;
    if (ok) return discardBody(response);
    const retry_after_s = readRetryAfter(response);
    const { code } = await readJsonBody(response);
    const retryable = isTransient(status) || isAccountRejected(status);
    const what = typeof code === "number" ? `answered ${status}, error ${code}` : `answered ${status}`;
    const is_opted_out = code === optedOutCode;
    throw new GatewayError("sms", what, { retryable, status, retry_after_s, is_opted_out });
  },
  async readWebhook(webhook) {
    if (!(await isSignedByTwilio(webhook, settings.SMS_AUTH_TOKEN))) return undefined;
    const fields = new URLSearchParams(webhook.body);
    const status = fields.get("MessageStatus");
    if (status !== null) return toReport(status, fields);
    const from = fields.get("From") ?? "";
    // Short codes, sender names and broken numbers cannot opt out, because we send only to phone numbers.
    const wish = e164Pattern.test(from) ? parseKeyword(fields.get("Body") ?? "", fields.get("OptOutType")) : "other";
    return { kind: "message", from, wish };
  },
});
