import * as z from "zod/mini";
import type { Errcode } from "./errors.ts";
import type { CaptchaAction } from "./paths.ts";
import { isPermission, type Permission } from "./people/permissions.ts";

/** Who may call; a permission is one that a role of the user gives. */
export type Access =
  | "public"
  | "visitor-or-session"
  | "stripe-signature"
  | "email-signature"
  | "sms-signature"
  | "net-suite-token"
  | "session"
  | Permission
  | "admin-behind-session"
  | "navigation"
  | "verify:email-password-reset"
  | "verify:email-change"
  | "verify:user-setup";

/** Endpoints that share a strict counter of 10 per minute per address and per account (O-118). */
export type LimitName =
  | "sign-in"
  | "sign-in-code"
  | "password-reset"
  | "account-request"
  | "verification"
  | "token"
  | "logs";

/** The one file of a form that is sent as multipart/form-data (RFC 7578); the form's other fields are the call's `body`. */
export type FilePart = {
  /** Name of the field that holds it. */
  name: string;
  /** Largest file in bytes. */
  bytes_max: number;
  /** Media types that are taken; the content is what counts, not the type that is declared. */
  types: readonly string[];
  /** Complete sentence. */
  description: string;
};
/** A file as it was sent. Its name and declared type are the sender's words. */
export type SentFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/** All that the world may know of one call; no handler, so that it is safe anywhere. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `{name}` for parameters, as OpenAPI writes it. */
  path: string;
  access: Access;
  captcha?: CaptchaAction;
  /** What stands in for a token of the bot check that cannot be had; the verb checks it. */
  captcha_or?: "known browser or code";
  limit?: LimitName;
  /** Refused while an administrator impersonates (T13). */
  not_impersonated?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Makes the body a multipart form with this file, whose text fields are those of `body`. */
  file?: FilePart;
  /** Largest body in bytes; 64 KiB when left out. */
  body_bytes_max?: number;
  /** The JSON may come as text/plain, too. */
  takes_text?: true;
  status: 200 | 201 | 302;
  /** By what the answer is kept in memory; not at all when left out (worker/http/cache.ts). */
  cache?: "visitors" | "price-level";
  /** The page, with the same parameters, to which a browser is led that opens the call without being allowed to. */
  page_when_refused?: string;
  /** Absent for texts and redirects. */
  reply?: z.ZodMiniType;
  reply_type?: string;
  /** The one type of event that a callback takes (T4). */
  event?: string;
  /** Codes beyond those that its access, captcha and limits imply. */
  errors: readonly Errcode[];
  tag: string;
  summary: string;
  description?: string;
};

/** A contract with its name: the one under which its module exports it, and the verb that answers it. */
export type Call = Endpoint & { verb: string };

/** Keeps the literal types of a contract constant. */
export const endpoint = <const E extends Endpoint>(spec: E): E => spec;

/** `{ success: true, ... }` */
export const reply = <S extends Record<string, z.ZodMiniType>>(shape: S) =>
  z.object({ success: z.literal(true), ...shape });
export const done = reply({});

export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodMiniType } ? z.input<S> : undefined;
export type ReplyOf<E extends Endpoint> = E extends { reply: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
export type InputOf<E extends Endpoint> = {
  params: E extends { params: infer S extends z.ZodMiniType } ? z.output<S> : Record<never, never>;
  query: E extends { query: infer S extends z.ZodMiniType } ? z.output<S> : Record<never, never>;
  body: E extends { body: infer S extends z.ZodMiniType } ? z.output<S> : undefined;
} & (E extends { file: FilePart } ? { file: SentFile } : unknown);

const sessionErrors = [
  "SECURITY_CHECK_FAILED",
  "INVALID_JWT",
  "SESSION_USR_NOT_FOUND",
  "IMPERSONATE_USR_NOT_FOUND",
  "USR_INACTIVE",
  "USR_NOT_AGREED",
] as const;

/** Whether a signature over the body, or a token of the sender's own, says who calls: no browser does, and no session stands in for it (O-030). */
export const isSigned = (access: Access): boolean =>
  access === "stripe-signature" ||
  access === "email-signature" ||
  access === "sms-signature" ||
  access === "net-suite-token";

/** Every errcode an endpoint can answer, those of its guards included. */
export function errcodesOf(spec: Endpoint): Errcode[] {
  const codes = new Set<Errcode>(spec.errors);
  if (spec.access.startsWith("verify:"))
    for (const code of ["SECURITY_CHECK_FAILED", "INVALID_JWT_MSG"] as const) codes.add(code);
  else if (isSigned(spec.access)) codes.add("SECURITY_CHECK_FAILED");
  else if (spec.access !== "public") for (const code of sessionErrors) codes.add(code);
  if (isPermission(spec.access) || spec.access === "admin-behind-session" || spec.not_impersonated)
    codes.add("USR_NOT_AUTHORIZED");
  if (spec.method !== "GET") codes.add("SECURITY_CHECK_FAILED");
  if (spec.captcha) for (const code of ["CAPTCHA_FAILED_MSG", "CAPTCHA_LOW_SCORE"] as const) codes.add(code);
  return [...codes];
}
