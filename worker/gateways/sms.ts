import { GatewayError } from "./gateway-error.ts";
import { dropAnswer, isPassing, isRefusingUs, joinUrl, postOutbound, readRetryAfter } from "./outbound.ts";
import { toSmsText } from "./sms-text.ts";

export type SmsSettings = {
  SMS_API_URL: string;
  SMS_ACCOUNT_SID: string;
  SMS_AUTH_TOKEN: string;
  SMS_FROM: string;
};
export type OutgoingSms = { to: string; body: string; idempotency_key: string };

/** Resolves when the provider queued the message; throws GatewayError otherwise. The body is cut to 10 segments. */
export type SmsGateway = { send(message: OutgoingSms): Promise<void> };

const international = /^\+[1-9]\d{6,14}$/;

const toNumber = (written: string): string => {
  const number = written.replace(/[\s().-]/g, "");
  if (!international.test(number)) throw new GatewayError("sms", "not an international number", { retryable: false });
  return number;
};

/** Text messages through Twilio's protocol (Messages.json). */
export const createSmsGateway = (settings: SmsSettings): SmsGateway => ({
  async send({ to, body, idempotency_key }) {
    const account = encodeURIComponent(settings.SMS_ACCOUNT_SID);
    const response = await postOutbound({
      service: "sms",
      url: joinUrl(settings.SMS_API_URL, `/2010-04-01/Accounts/${account}/Messages.json`),
      headers: {
        authorization: `Basic ${btoa(`${settings.SMS_ACCOUNT_SID}:${settings.SMS_AUTH_TOKEN}`)}`,
        // Twilio does not deduplicate: a repetition after a lost answer can arrive twice. The key tells both apart in its log.
        "idempotency-key": idempotency_key,
      },
      body: new URLSearchParams({ To: toNumber(to), From: settings.SMS_FROM, Body: toSmsText(body) }),
      timeoutMs: 10_000,
    });
    const { ok, status } = response;
    const retry_after_s = readRetryAfter(response);
    await dropAnswer(response);
    const retryable = isPassing(status) || isRefusingUs(status);
    if (!ok) throw new GatewayError("sms", `answered ${status}`, { retryable, status, retry_after_s });
  },
});
