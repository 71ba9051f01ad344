import { GatewayError } from "../gateway-error.ts";
import {
  dropAnswer,
  isPassing,
  isRefusingUs,
  joinUrl,
  postOutbound,
  readJsonAnswer,
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
export type OutgoingSms = { to: string; body: string; idempotency_key: string };

/** The sender opts out, opts in, or writes something else. */
export type IncomingSms = { from: string; wish: "stop" | "start" | "other" };

export type SmsGateway = {
  /** Resolves once the provider queued the message. @throws GatewayError otherwise */
  send(message: OutgoingSms): Promise<void>;
  readMessage(webhook: TwilioWebhook): Promise<IncomingSms | undefined>;
};

/** The recipient answered STOP (https://www.twilio.com/docs/api/errors/21610). */
const optedOutCode = 21610;

/**
 * Twilio's own words for opt-out and opt-in (https://help.twilio.com/articles/223134027), each as the whole message. A
 * messaging service with other words reports its reading in OptOutType.
 */
const stopWords = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
const startWords = ["START", "UNSTOP", "YES"];

const toWish = (text: string, type: string | null): IncomingSms["wish"] => {
  const word = (type ?? text).trim().toUpperCase();
  return stopWords.includes(word) ? "stop" : startWords.includes(word) ? "start" : "other";
};

const international = /^\+[1-9]\d{6,14}$/;

const toNumber = (written: string): string => {
  const number = written.replace(/[\s().-]/g, "");
  if (!international.test(number)) throw new GatewayError("sms", "not an international number", { retryable: false });
  return number;
};

/** Twilio's Messages.json. */
export const createSmsGateway = (settings: SmsSettings): SmsGateway => ({
  async send({ to, body, idempotency_key }) {
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
      body: new URLSearchParams({ To: toNumber(to), From: settings.SMS_FROM, Body: toSmsText(body) }),
      timeoutMs: 10_000,
    });
    const { ok, status } = response;
    if (ok) return dropAnswer(response);
    const retry_after_s = readRetryAfter(response);
    const { code } = await readJsonAnswer(response);
    const retryable = isPassing(status) || isRefusingUs(status);
    const what = typeof code === "number" ? `answered ${status}, error ${code}` : `answered ${status}`;
    const is_opted_out = code === optedOutCode;
    throw new GatewayError("sms", what, { retryable, status, retry_after_s, is_opted_out });
  },
  async readMessage(webhook) {
    if (!(await isSignedByTwilio(webhook, settings.SMS_AUTH_TOKEN))) return undefined;
    const fields = new URLSearchParams(webhook.body);
    return { from: fields.get("From") ?? "", wish: toWish(fields.get("Body") ?? "", fields.get("OptOutType")) };
  },
});
