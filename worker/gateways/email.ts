import type { MailType } from "../contract/notification-types.ts";
import { renderMail } from "../mail/index.ts";
import { GatewayError } from "./gateway-error.ts";
import { dropAnswer, isPassing, joinUrl, postOutbound, readJsonAnswer } from "./outbound.ts";

export type EmailSettings = { EMAIL_API_URL: string; EMAIL_API_KEY: string; EMAIL_FROM: string };
export type OutgoingMail = { to: string; type: MailType; payload: unknown; idempotency_key: string };

/** Resolves when the provider accepted the message; throws GatewayError otherwise. */
export type EmailGateway = { send(mail: OutgoingMail): Promise<void> };

const oneAddress = /^[^\s@<>,;:"\p{Cc}]+@[^\s@<>,;:"\p{Cc}]+$/u;

const render = (mail: OutgoingMail) => {
  if (!oneAddress.test(mail.to)) throw new GatewayError("email", "not one plain address", { retryable: false });
  try {
    return renderMail(mail.type, mail.payload);
  } catch (cause) {
    throw new GatewayError("email", `${mail.type} cannot be rendered`, { retryable: false, cause });
  }
};

const checkAnswer = async (response: Response): Promise<void> => {
  const { status } = response;
  if (response.ok) return dropAnswer(response);
  if (status !== 409) {
    await dropAnswer(response);
    throw new GatewayError("email", `answered ${status}`, { retryable: isPassing(status), status });
  }
  const { name } = await readJsonAnswer(response);
  // The key already carried another body: no repetition can succeed. Any other conflict (concurrent_idempotent_requests) passes.
  const retryable = name !== "invalid_idempotent_request";
  throw new GatewayError("email", `answered 409 ${retryable ? "in passing" : "for a used key"}`, { retryable, status });
};

/** E-mail through Resend's protocol (POST /emails); a key that was accepted before is not sent again within 24 hours. */
export const createEmailGateway = (settings: EmailSettings): EmailGateway => ({
  async send(mail) {
    const message = render(mail);
    const response = await postOutbound({
      service: "email",
      url: joinUrl(settings.EMAIL_API_URL, "/emails"),
      headers: {
        authorization: `Bearer ${settings.EMAIL_API_KEY}`,
        "content-type": "application/json",
        "idempotency-key": mail.idempotency_key,
      },
      body: JSON.stringify({ from: settings.EMAIL_FROM, to: [mail.to], ...message }),
      timeoutMs: 10_000,
    });
    await checkAnswer(response);
  },
});
