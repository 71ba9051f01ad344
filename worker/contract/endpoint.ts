import * as z from "zod/mini";
import type { Errcode } from "./errcodes.ts";
import type { CaptchaAction } from "./paths.ts";
import { isPermission, type Permission } from "./people/permissions.ts";
import { isSetUpCall } from "./people/set-up-calls.ts";
import { mayNeedFreshSignIn } from "./people/protected-acts.ts";

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

/** The only file of a multipart/form-data request (RFC 7578); the other fields are the call's `body`. */
export type FilePart = {
  name: string;
  bytes_max: number;
  /** The file's content decides, not its declared type. */
  types: readonly string[];
  description: string;
};
/** Name and type are untrusted. */
export type SentFile = { name: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/** The public contract of a call, without its handler, because browsers import it too. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Placeholders are `{name}`, as in OpenAPI. */
  path: string;
  access: Access;
  captcha?: CaptchaAction;
  /** Proof that replaces a bot check that is missing, unreachable or over quota; the handler must verify it. */
  captcha_or?: "known browser or code";
  /** Refused during an impersonation (T13). */
  not_impersonated?: true;
  has_idempotency_key?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Makes the body a multipart form; `body` describes its other fields. */
  file?: FilePart;
  /** Default: 64 KiB. */
  body_bytes_max?: number;
  /** Accepts JSON that is sent as text/plain, too. */
  takes_text?: true;
  /** Escapes unstorable text instead of refusing it, because an error report should arrive. */
  escapes_text?: true;
  status: 200 | 201 | 302;
  cache?: "catalog" | "legal" | "price-level";
  /** Page to which a refused browser navigation is redirected, with the call's parameters. */
  page_when_refused?: string;
  /** Texts, files and redirects have no reply schema. */
  reply?: z.ZodMiniType;
  reply_type?: string;
  /** Reply of status 202: nothing has happened yet, because a second person must agree. */
  accepted?: z.ZodMiniType;
  /** The only accepted event type (T4). */
  event?: string;
  /** Errors besides those that `listErrcodes` adds and those of any call (`CommonErrcode`). */
  errors: readonly Errcode[];
  tag: string;
  summary: string;
  description?: string;
};

export type Call = Endpoint & { verb: string };

export const endpoint = <const E extends Endpoint>(spec: E): E => spec;

export const reply = <S extends Record<string, z.ZodMiniType>>(shape: S) =>
  z.object({ success: z.literal(true), ...shape });
export const emptyReply = reply({});

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

/** Whether a signature or a sender's token authenticates the call instead of a session (O-030). */
export const isSigned = (access: Access): boolean =>
  access === "stripe-signature" ||
  access === "email-signature" ||
  access === "sms-signature" ||
  access === "net-suite-token";

/** Error codes of a call: its own, and those implied by method, access, captcha and a fresh sign-in. */
export function listErrcodes(spec: Endpoint): Errcode[] {
  const codes = new Set<Errcode>(spec.errors);
  if (spec.access.startsWith("verify:"))
    for (const code of ["SECURITY_CHECK_FAILED", "INVALID_JWT_MSG"] as const) codes.add(code);
  else if (isSigned(spec.access)) codes.add("SECURITY_CHECK_FAILED");
  else if (spec.access !== "public") {
    for (const code of sessionErrors) codes.add(code);
    if (!isSetUpCall(spec.method, spec.path)) codes.add("SECOND_FACTOR_SETUP_REQUIRED");
  }
  if (isPermission(spec.access) || spec.access === "admin-behind-session" || spec.not_impersonated)
    codes.add("USR_NOT_AUTHORIZED");
  if (mayNeedFreshSignIn(spec)) codes.add("FRESH_SIGN_IN_REQUIRED");
  if (spec.method !== "GET") codes.add("SECURITY_CHECK_FAILED");
  if (spec.captcha) for (const code of ["CAPTCHA_FAILED_MSG", "CAPTCHA_LOW_SCORE"] as const) codes.add(code);
  return [...codes];
}
