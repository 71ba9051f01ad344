import { createHash, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import type { SandboxEnv } from "../service.ts";
import { failure } from "./messages/failure.ts";
import { type MailFields, readMail } from "./messages/read-mail.ts";
import type { Domain } from "./account/domains.ts";
import type { Account, Mail, Mails } from "./state.ts";

const maxKeyChars = 256;
const maxBatchSize = 100;

interface Parts {
  apiKey: string;
  mails: Mails;
  account: Account;
  domain: Domain;
  onAccepted: (mail: Mail) => void;
}

/**
 * `POST /emails` and `POST /emails/batch` of Resend with its errors (https://resend.com/docs/api-reference/errors),
 * required header (https://resend.com/docs/knowledge-base/403-error-1010), rate limit
 * (https://resend.com/docs/api-reference/rate-limit) and idempotency keys
 * (https://resend.com/docs/dashboard/emails/idempotency-keys).
 */
export function emailProtocol(parts: Parts) {
  return new Hono<SandboxEnv>()
    .use(async (c, next) => {
      const { limit, remaining, is_over } = parts.account.count();
      const refusal = refuse(c, parts) ?? (is_over ? refuseTooMany(limit) : undefined);
      if (refusal) c.res = refusal;
      else await next();
      c.header("ratelimit-limit", String(limit));
      c.header("ratelimit-remaining", String(remaining));
      c.header("ratelimit-reset", "1");
      if (c.res.status === 429) c.header("retry-after", "1");
    })
    .post("/emails", (c) =>
      acceptOnce(c, parts, (body) => {
        const readResult = readMail(body, parts.domain);
        if ("failure" in readResult) return readResult.failure;
        return { mails: [readResult.mail], answer: ([id]) => ({ id }) };
      }),
    )
    .post("/emails/batch", (c) => acceptOnce(c, parts, (body) => readBatch(body, c, parts.domain)))
    .all("*", () => failure(404, "not_found", "The requested endpoint does not exist"));
}

const refuseTooMany = (limit: number) =>
  failure(
    429,
    "rate_limit_exceeded",
    `Too many requests. You can only make ${limit} requests per second. See rate limit response headers for more information. Or contact support to increase rate limit.`,
  );

function refuse(c: Context<SandboxEnv>, { apiKey }: Parts): Response | undefined {
  // Cloudflare, in front of Resend's API, refuses requests without a user agent.
  if (!c.req.header("user-agent")) return new Response("error code: 1010", { status: 403 });
  const authorization = c.req.header("authorization");
  if (!authorization) return failure(401, "missing_api_key", "Missing API key in the authorization header");
  if (authorization !== `Bearer ${apiKey}`) return failure(403, "invalid_api_key", "API key is invalid");
  const key = c.req.header("idempotency-key");
  if (key !== undefined && (key.length < 1 || key.length > maxKeyChars))
    return failure(400, "invalid_idempotency_key", "The key must be between 1-256 chars");
  return undefined;
}

type AcceptedMails = { mails: MailFields[]; answer: (ids: string[]) => object };

/** Accepts messages at most once for each idempotency key within 24 hours. */
async function acceptOnce(
  c: Context<SandboxEnv>,
  { mails, onAccepted }: Parts,
  read: (body: unknown) => AcceptedMails | Response,
): Promise<Response> {
  const text = await c.req.text();
  const accepted = read(parse(text));
  if (accepted instanceof Response) return accepted;
  const key = c.req.header("idempotency-key") ?? null;
  const body_hash = createHash("sha256").update(text).digest("hex");
  const earlierMails = key === null ? [] : mails.findByKey(key);
  if (earlierMails.some((mail) => mail.body_hash !== body_hash)) {
    const message = "The idempotency key has been used on another request with a different payload";
    return failure(409, "invalid_idempotent_request", message);
  }
  if (earlierMails.length > 0) return c.json(accepted.answer(earlierMails.map(({ id }) => id)));
  const isBatch = c.req.path.endsWith("/batch");
  const newMails = accepted.mails.map((fields, position) => ({
    id: randomUUID(),
    ...fields,
    created_at: new Date().toISOString(),
    idempotency_key: key !== null && isBatch ? `${key}/${position}` : key,
    body_hash,
  }));
  for (const mail of newMails) {
    mails.accept(mail);
    onAccepted(mail);
  }
  return c.json(accepted.answer(newMails.map(({ id }) => id)));
}

/**
 * Reads all messages or none; with `x-batch-validation: permissive`, only the valid ones
 * (https://resend.com/changelog/batch-validation-modes).
 */
function readBatch(body: unknown, c: Context<SandboxEnv>, domain: Domain): AcceptedMails | Response {
  if (!Array.isArray(body) || body.length < 1 || body.length > maxBatchSize)
    return failure(422, "validation_error", `The batch must be an array of 1 to ${maxBatchSize} emails.`);
  const isPermissive = c.req.header("x-batch-validation") === "permissive";
  const readResults = body.map((each) => readMail(each, domain));
  const mails = readResults.flatMap((each) => ("mail" in each ? [each.mail] : []));
  const errors = readResults.flatMap((each, index) => ("failure" in each ? [{ index, message: each.message }] : []));
  const firstFailure = readResults.find((each) => "failure" in each);
  // A 403, such as for a domain that is not verified, rejects the whole batch.
  if (firstFailure && "failure" in firstFailure && (!isPermissive || firstFailure.failure.status === 403))
    return firstFailure.failure;
  return {
    mails,
    answer: (ids) => ({ data: ids.map((id) => ({ id })), ...(isPermissive ? { errors } : {}) }),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
