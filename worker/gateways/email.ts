import * as z from "zod/mini";
import { type EmailEvent as WireEvent, emailEvent } from "../contract/entities/email-event.ts";
import type { EmailReturn } from "../contract/entities/user.ts";
import { hasUnsubscribeLink, type MailType } from "../contract/notification-types.ts";
import { parseForeignJson } from "../contract/storable-text.ts";
import { type MailTexts, renderMail } from "../mail/index.ts";
import { GatewayError, toRenderError } from "./gateway-error.ts";
import { isSignedBySvix, type SignedWebhook } from "./svix.ts";
import {
  discardBody,
  isTransient,
  isAccountRejected,
  joinUrl,
  postOutbound,
  readJsonBody,
  readRetryAfter,
} from "./outbound.ts";

export type EmailSettings = {
  EMAIL_API_URL: string;
  EMAIL_API_KEY: string;
  EMAIL_FROM: string;
  SUPPORT_EMAIL: string;
  EMAIL_WEBHOOK_SECRET: string;
};
/**
 * The provider repeats `sending_key` in its events about the message; `texts` are the templates that administrators
 * changed.
 */
export type MailContent = { to: string; type: MailType; payload: unknown; texts: MailTexts; sending_key: string };
export type OutgoingMail = MailContent & { idempotency_key: string };

export type EmailGateway = {
  /** @throws GatewayError unless the provider accepted the message */
  send(mail: OutgoingMail): Promise<void>;
  /**
   * One entry per message, in order: undefined if accepted, else the permanent error. A retry under the same key must
   * carry the same messages. @throws GatewayError if the whole request failed
   */
  sendBatch(mails: readonly MailContent[], idempotencyKey: string): Promise<(GatewayError | undefined)[]>;
  readEvent(webhook: SignedWebhook): Promise<EmailEvent | "nonsense" | undefined>;
};

const addressPattern = /^[^\s@<>,;:"\p{Cc}]+@[^\s@<>,;:"\p{Cc}]+$/u;

/**
 * `returned`: why the message came back, or null. `failed`: why the provider could not send a message that it had
 * accepted, or null.
 */
export type EmailEvent = {
  type: string;
  at: string;
  to: string[];
  has_arrived: boolean;
  returned: EmailReturn | null;
  failed: string | null;
  sending_key: string | undefined;
};

/** Tag of each message, which the provider repeats in its events (https://resend.com/docs/dashboard/emails/tags). */
const sendingTag = "sending";
const tagsSchema = z.record(z.string(), z.string());
const reasonCharsMax = 200;

/** Reason of a failed message, such as "reached_daily_quota" (https://resend.com/docs/webhooks/emails/failed). */
const failureReason = ({ type, data }: WireEvent): string | null =>
  type === "email.failed"
    ? (data?.failed?.reason ?? "no reason given").replace(/[^\x20-\x7e]/g, "?").slice(0, reasonCharsMax)
    : null;

/** Null for all other events, also for a temporary failure such as a full mailbox, which does not mark the address. */
const returnKind = ({ type, data }: WireEvent): EmailReturn | null => {
  if (type === "email.complained") return "complained";
  if (type === "email.suppressed") return "suppressed";
  return type === "email.bounced" && (data?.bounce?.type ?? "Permanent") === "Permanent" ? "bounced" : null;
};

/** https://resend.com/docs/webhooks/event-types */
const toEvent = (body: string): EmailEvent | "nonsense" => {
  const parsed = emailEvent.safeParse(parseJson(body));
  if (!parsed.success) return "nonsense";
  const { type, created_at, data } = parsed.data;
  const at = new Date(created_at).toISOString();
  return {
    type,
    at,
    to: data?.to ?? [],
    has_arrived: type === "email.delivered",
    returned: returnKind(parsed.data),
    failed: failureReason(parsed.data),
    sending_key: tagsSchema.safeParse(data?.tags).data?.[sendingTag],
  };
};

const parseJson = (text: string): unknown => {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
};

const requireAccepted = async (response: Response): Promise<void> => {
  const { status } = response;
  if (response.ok) return;
  if (status !== 409) {
    await discardBody(response);
    const retryable = isTransient(status) || isAccountRejected(status);
    const retry_after_s = readRetryAfter(response);
    throw new GatewayError("email", `answered ${status}`, { retryable, status, retry_after_s });
  }
  const { name } = await readJsonBody(response);
  // After `invalid_idempotent_request` no retry can succeed, because the key was used with another body. Other
  // conflicts, such as `concurrent_idempotent_requests`, are temporary.
  const retryable = name !== "invalid_idempotent_request";
  throw new GatewayError("email", `answered 409 ${retryable ? "in passing" : "for a used key"}`, { retryable, status });
};

/** Above the size of 100 ids or refusals, each of which repeats an address. */
const batchAnswerBytesMax = 131_072;

/**
 * Permissive mode lists the refused messages by index (https://resend.com/changelog/batch-validation-modes). An
 * unreadable answer is a retryable error, because any message may have been refused and a retry under the same key gets
 * the same answer. @throws GatewayError
 */
const readRefusedIndexes = (answer: Record<string, unknown>): Set<unknown> => {
  if (!Array.isArray(answer["data"]))
    throw new GatewayError("email", "answered a batch without its ids", { retryable: true });
  const errors: unknown[] = Array.isArray(answer["errors"]) ? answer["errors"] : [];
  const indexes = errors.map((each): unknown => Object(each).index);
  if (!indexes.every(Number.isInteger))
    throw new GatewayError("email", "answered a batch with an error of no message", { retryable: true });
  return new Set(indexes);
};

/**
 * Headers of the mail program's "unsubscribe" button: one click if the mail has its own link (RFC 8058,
 * https://resend.com/docs/dashboard/emails/add-unsubscribe-to-transactional-emails), else a mail to support (RFC 2369).
 */
const unsubscribeHeaders = (payload: unknown, mailto: string): Record<string, string> => {
  const url: unknown = Object(payload).unsubscribe_url;
  return typeof url === "string"
    ? { "List-Unsubscribe": `<${url}>, ${mailto}`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
    : { "List-Unsubscribe": mailto };
};

/**
 * Mail by the API of Resend (https://resend.com/docs/api-reference/emails/send-email and send-batch-emails), which
 * deduplicates by idempotency key for 24 hours.
 */
export const createEmailGateway = (settings: EmailSettings): EmailGateway => {
  const mailto = `<mailto:${settings.SUPPORT_EMAIL}?subject=unsubscribe>`;
  const compose = ({ to, type, payload, texts, sending_key }: MailContent) => {
    if (!addressPattern.test(to)) throw new GatewayError("email", "not one plain address", { retryable: false });
    try {
      const envelope = { to: [to], tags: [{ name: sendingTag, value: sending_key }] };
      const message = { from: settings.EMAIL_FROM, ...envelope, ...renderMail(type, payload, texts) };
      return hasUnsubscribeLink(type) ? { ...message, headers: unsubscribeHeaders(payload, mailto) } : message;
    } catch (cause) {
      throw toRenderError("email", type, cause);
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
    await requireAccepted(response);
    return response;
  };
  return {
    async readEvent(webhook) {
      return (await isSignedBySvix(webhook, settings.EMAIL_WEBHOOK_SECRET)) ? toEvent(webhook.body) : undefined;
    },
    async send(mail) {
      await discardBody(await post("/emails", mail.idempotency_key, compose(mail)));
    },
    async sendBatch(mails, idempotencyKey) {
      const composedMails = mails.map((mail) => {
        try {
          return compose(mail);
        } catch (error) {
          if (error instanceof GatewayError) return error;
          throw error;
        }
      });
      const sendableMessages = composedMails.filter((each) => !(each instanceof GatewayError));
      if (sendableMessages.length === 0)
        return composedMails.map((each) => (each instanceof GatewayError ? each : undefined));
      const permissive = { "x-batch-validation": "permissive" };
      const response = await post("/emails/batch", idempotencyKey, sendableMessages, permissive);
      const refusedIndexes = readRefusedIndexes(await readJsonBody(response, batchAnswerBytesMax));
      let position = 0;
      return composedMails.map((each) => {
        if (each instanceof GatewayError) return each;
        const isRefused = refusedIndexes.has(position);
        position += 1;
        return isRefused
          ? new GatewayError("email", "refused in a batch", { retryable: false, status: 422 })
          : undefined;
      });
    },
  };
};
