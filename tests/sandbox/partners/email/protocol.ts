import { createHash, randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { SandboxEnv } from "../service.ts";
import type { Mail, Mails } from "./state.ts";

const recipients = z.union([
  z
    .string()
    .min(1)
    .transform((one) => [one]),
  z.array(z.string().min(1)).min(1).max(50),
]);
const fields = { from: z.string().min(1), to: recipients, subject: z.string().min(1) };
const keyCharsMax = 256;

/** Resend's `POST /emails`, with its errors and its idempotency keys (resend.com/docs/api-reference). */
export function emailProtocol(apiKey: string, mails: Mails) {
  return new Hono<SandboxEnv>().post("/emails", async (c) => {
    const authorization = c.req.header("authorization");
    if (!authorization) return failure(401, "missing_api_key", "Missing API key in the authorization header");
    if (authorization !== `Bearer ${apiKey}`) return failure(403, "invalid_api_key", "API key is invalid");
    const key = c.req.header("idempotency-key") ?? null;
    if (key !== null && (key.length < 1 || key.length > keyCharsMax)) {
      return failure(400, "invalid_idempotency_key", "The key must be between 1-256 chars");
    }
    const text = await c.req.text();
    const checked = readMail(text);
    if (checked.failure) return checked.failure;
    const bodyHash = createHash("sha256").update(text).digest("hex");
    const earlier = key === null ? undefined : mails.findByKey(key);
    if (earlier && earlier.body_hash !== bodyHash) {
      const message = "The idempotency key has been used on another request with a different payload";
      return failure(409, "invalid_idempotent_request", message);
    }
    if (earlier) return c.json({ id: earlier.id });
    const mail: Mail = {
      id: randomUUID(),
      ...checked.mail,
      created_at: new Date().toISOString(),
      idempotency_key: key,
      body_hash: bodyHash,
    };
    mails.accept(mail);
    return c.json({ id: mail.id });
  });
}

function failure(statusCode: number, name: string, message: string): Response {
  return Response.json({ statusCode, name, message }, { status: statusCode });
}

function readMail(text: string) {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { failure: failure(400, "validation_error", "The request body is not valid JSON") };
  }
  const given = z.record(z.string(), z.unknown()).safeParse(body).data ?? {};
  for (const name of ["to", "from", "subject"] as const) {
    if (given[name] === undefined) {
      return { failure: failure(422, "missing_required_field", `Missing \`${name}\` field.`) };
    }
    if (!fields[name].safeParse(given[name]).success) {
      return { failure: failure(422, "validation_error", `Invalid \`${name}\` field.`) };
    }
  }
  const mail = z.object({ ...fields, html: z.string().default(""), text: z.string().default("") }).safeParse(given);
  if (!mail.success || !(mail.data.html || mail.data.text)) {
    return { failure: failure(422, "missing_required_field", "Missing `html` or `text` field.") };
  }
  if (!/^[^@\s]+@[^@\s]+$|<[^@\s<>]+@[^@\s<>]+>$/.test(mail.data.from)) {
    return { failure: failure(422, "invalid_from_address", "Invalid `from` field.") };
  }
  return { mail: mail.data };
}
