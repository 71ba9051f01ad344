import { type EmailEvent as WireEvent, emailEvent } from "../contract/entities/email-event.ts";
import type { EmailReturn } from "../contract/entities/user.ts";
import { isOptional, type MailType } from "../contract/notification-types.ts";
import { renderMail } from "../mail/index.ts";
import { GatewayError } from "./gateway-error.ts";
import { isSignedBySvix, type SignedWebhook } from "./svix.ts";
import {
  dropAnswer,
  isPassing,
  isRefusingUs,
  joinUrl,
  postOutbound,
  readJsonAnswer,
  readRetryAfter,
} from "./outbound.ts";

export type EmailSettings = {
  EMAIL_API_URL: string;
  EMAIL_API_KEY: string;
  EMAIL_FROM: string;
  SUPPORT_EMAIL: string;
  EMAIL_WEBHOOK_SECRET: string;
};
export type MailContent = { to: string; type: MailType; payload: unknown };
export type OutgoingMail = MailContent & { idempotency_key: string };

export type EmailGateway = {
  /** Resolves when the provider accepted the message; throws GatewayError otherwise. */
  send(mail: OutgoingMail): Promise<void>;
  /**
   * Several messages by one request: for each, in their order, why it was refused for good, or undefined when it was
   * accepted. A repetition under the same key must carry the same messages. Throws GatewayError when none was accepted.
   */
  sendBatch(mails: readonly MailContent[], idempotencyKey: string): Promise<(GatewayError | undefined)[]>;
  /** What a webhook tells, undefined when the provider did not sign it lately, "nonsense" when it signed what nobody understands. */
  readEvent(webhook: SignedWebhook): Promise<EmailEvent | "nonsense" | undefined>;
};

const oneAddress = /^[^\s@<>,;:"\p{Cc}]+@[^\s@<>,;:"\p{Cc}]+$/u;

/** What became of a message; `returned` is how it came back, null when it did not. */
export type EmailEvent = {
  type: string;
  /** ISO, when it happened. */
  at: string;
  to: string[];
  has_arrived: boolean;
  returned: EmailReturn | null;
};

/** Only what will not pass marks an address: a full mailbox is no wrong one. */
const returnedBy = ({ type, data }: WireEvent): EmailReturn | null => {
  if (type === "email.complained") return "complained";
  if (type === "email.suppressed") return "suppressed";
  return type === "email.bounced" && (data?.bounce?.type ?? "Permanent") === "Permanent" ? "bounced" : null;
};

/** Resend's webhooks (https://resend.com/docs/webhooks/event-types). */
const toEvent = (body: string): EmailEvent | "nonsense" => {
  const parsed = emailEvent.safeParse(parseJson(body));
  if (!parsed.success) return "nonsense";
  const { type, created_at, data } = parsed.data;
  const at = new Date(created_at).toISOString();
  return { type, at, to: data?.to ?? [], has_arrived: type === "email.delivered", returned: returnedBy(parsed.data) };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const checkAnswer = async (response: Response): Promise<void> => {
  const { status } = response;
  if (response.ok) return;
  if (status !== 409) {
    await dropAnswer(response);
    const retryable = isPassing(status) || isRefusingUs(status);
    const retry_after_s = readRetryAfter(response);
    throw new GatewayError("email", `answered ${status}`, { retryable, status, retry_after_s });
  }
  const { name } = await readJsonAnswer(response);
  // The key already carried another body: no repetition can succeed. Any other conflict (concurrent_idempotent_requests) passes.
  const retryable = name !== "invalid_idempotent_request";
  throw new GatewayError("email", `answered 409 ${retryable ? "in passing" : "for a used key"}`, { retryable, status });
};

/** The places of the messages that a batch's answer refuses (https://resend.com/changelog/batch-validation-modes). */
const refusedIn = (answer: Record<string, unknown>): Set<unknown> => {
  const errors: unknown[] = Array.isArray(answer["errors"]) ? answer["errors"] : [];
  return new Set(
    errors.map((each) => (typeof each === "object" && each !== null && "index" in each ? each.index : undefined)),
  );
};

/**
 * What a mail program shows as "unsubscribe": by one click where the mail has a link of its own (RFC 8058, the page of
 * https://resend.com/docs/dashboard/emails/add-unsubscribe-to-transactional-emails), else by a mail that a person answers
 * (RFC 2369).
 */
const unsubscribeHeaders = (payload: unknown, mailto: string): Record<string, string> => {
  const url: unknown = Object(payload).unsubscribe_url;
  return typeof url === "string"
    ? { "List-Unsubscribe": `<${url}>, ${mailto}`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : { "List-Unsubscribe": mailto };
};

/**
 * E-mail through Resend's protocol (https://resend.com/docs/api-reference/emails/send-email and send-batch-emails); what was
 * accepted under a key is not sent again within 24 hours.
 */
export const createEmailGateway = (settings: EmailSettings): EmailGateway => {
  const mailto = `<mailto:${settings.SUPPORT_EMAIL}?subject=unsubscribe>`;
  const compose = ({ to, type, payload }: MailContent) => {
    if (!oneAddress.test(to)) throw new GatewayError("email", "not one plain address", { retryable: false });
    try {
      const message = { from: settings.EMAIL_FROM, to: [to], ...renderMail(type, payload) };
      return isOptional(type) ? { ...message, headers: unsubscribeHeaders(payload, mailto) } : message;
    } catch (cause) {
      throw new GatewayError("email", `${type} cannot be rendered`, { retryable: false, cause });
    }
  };
  const post = async (path: string, key: string, body: unknown, more: Record<string, string> = {}) => {
    const response = await postOutbound({
      service: "email",
      url: joinUrl(settings.EMAIL_API_URL, path),
      headers: {
        authorization: `Bearer ${settings.EMAIL_API_KEY}`,
        "content-type": "application/json",
        "idempotency-key": key,
        ...more,
      },
      body: JSON.stringify(body),
      timeoutMs: 10_000,
    });
    await checkAnswer(response);
    return response;
  };
  return {
    async readEvent(webhook) {
      return (await isSignedBySvix(webhook, settings.EMAIL_WEBHOOK_SECRET)) ? toEvent(webhook.body) : undefined;
    },
    async send(mail) {
      await dropAnswer(await post("/emails", mail.idempotency_key, compose(mail)));
    },
    async sendBatch(mails, idempotencyKey) {
      const composed = mails.map((mail) => {
        try {
          return compose(mail);
        } catch (error) {
          if (error instanceof GatewayError) return error;
          throw error;
        }
      });
      const sendable = composed.filter((each) => !(each instanceof GatewayError));
      if (sendable.length === 0) return composed.map((each) => (each instanceof GatewayError ? each : undefined));
      const permissive = { "x-batch-validation": "permissive" };
      const answer = await readJsonAnswer(await post("/emails/batch", idempotencyKey, sendable, permissive));
      const refused = refusedIn(answer);
      let place = 0;
      return composed.map((each) => {
        if (each instanceof GatewayError) return each;
        const isRefused = refused.has(place);
        place += 1;
        return isRefused
          ? new GatewayError("email", "refused in a batch", { retryable: false, status: 422 })
          : undefined;
      });
    },
  };
};
