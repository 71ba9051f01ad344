import { Failure, unauthorized } from "../contract/errors.ts";
import { isSetUpCall } from "../contract/people/set-up-calls.ts";
import { pages } from "../contract/pages.ts";
import type { ReadCtx } from "../domain/context.ts";
import {
  toActor,
  type CheckedAccount,
  type Credentials,
  type FoundSession,
  hasSuccessor,
  type LookupOptions,
  lookUpSession,
  returnFromImpersonation,
  type Session,
  startSessionBatch,
} from "../domain/identity/index.ts";
import type { AppContext } from "./app-env.ts";
import { dropCookie, readCookie, writeSessionCookie } from "./cookies.ts";
import { writeFlash } from "./flash.ts";

/**
 * The session token of the cookie or the bearer header; undefined without either. @throws INVALID_JWT for a malformed
 * header, and for a header and a cookie with different tokens (T7)
 */
export function readCredentials(c: AppContext): Credentials | undefined {
  const cookie = readCookie(c, "session");
  const header = c.req.header("authorization");
  const bearer = header?.match(/^Bearer ([\w-]{1,256})$/i)?.[1];
  if (header !== undefined && bearer === undefined) throw unauthorized("INVALID_JWT");
  if (cookie !== undefined && bearer !== undefined && cookie !== bearer) throw unauthorized("INVALID_JWT");
  if (cookie !== undefined) return { token: cookie, kind: "cookie" };
  return bearer === undefined ? undefined : { token: bearer, kind: "bearer" };
}

/**
 * Looks the request's session up once; afterwards the ctx acts as its user. @throws SECURITY_CHECK_FAILED without
 * credentials, INVALID_JWT and what `lookUpSession` throws
 */
export async function loadSession(
  c: AppContext,
  checked: CheckedAccount = "user",
  is_for_set_up = isForSetUp(c),
): Promise<Session> {
  const loaded = c.get("session");
  if (loaded) return loaded;
  try {
    return enterSession(c, await lookUpSession(c.get("ctx"), requireCredentials(c), { checked, is_for_set_up }));
  } catch (error) {
    markSessionEnded(c, error);
    throw error;
  }
}

const isForSetUp = (c: AppContext): boolean => isSetUpCall(c.req.method, c.req.path);

/** `refusal` has the status 401 or 403. */
export type SessionResult = { found: FoundSession; refusal?: never } | { found?: never; refusal: Failure };

type BatchedRead<T> = Omit<LookupOptions, "is_for_set_up"> & {
  /** Statements issued before the first await are batched with the session lookup. */
  read: (ctx: ReadCtx) => Promise<T>;
  /** After a refusal that `admit` accepts, the read continues as a visitor's. @throws without access */
  admit: (result: SessionResult) => void | Promise<void>;
};

/**
 * Batches a read with the session lookup (ADR-003). The result wraps `reading` in an object, so that the caller learns
 * about access before the read ends or fails.
 */
export async function readWithSession<T>(
  c: AppContext,
  { read, admit, ...options }: BatchedRead<T>,
): Promise<{ reading: Promise<T> }> {
  const credentials = requireCredentials(c);
  const batch = startSessionBatch(c.get("ctx"));
  const reading = (async () => read(batch.ctx))();
  // Prevents an unhandled rejection if access is refused and nothing awaits the result.
  reading.catch(() => {});
  try {
    const result: SessionResult = await batch.lookUp(credentials, { ...options, is_for_set_up: isForSetUp(c) }).then(
      (found) => ({ found }),
      (error: unknown) => ({ refusal: requireRefusal(c, error) }),
    );
    if (result.found) enterSession(c, result.found.session);
    await admit(result);
    batch.release(c.get("ctx").actor);
    return { reading };
  } catch (error) {
    batch.cancel(error);
    throw error;
  }
}

function requireRefusal(c: AppContext, error: unknown): Failure {
  markSessionEnded(c, error);
  if (error instanceof Failure && (error.status === 401 || error.status === 403)) return error;
  throw error;
}

function requireCredentials(c: AppContext): Credentials {
  const credentials = readCredentials(c);
  if (!credentials) throw unauthorized("SECURITY_CHECK_FAILED");
  return credentials;
}

function markSessionEnded(c: AppContext, error: unknown): void {
  if (error instanceof Failure && error.status === 401) c.set("ended_token", readCookie(c, "session"));
}

/**
 * Clears the cookie of an ended session, unless the browser may already have its successor. Runs after the request's
 * own changes.
 */
export async function clearEndedCookie(c: AppContext, token: string): Promise<void> {
  const isReplaced = await hasSuccessor(c.get("ctx"), token).catch(() => true);
  if (!isReplaced) dropCookie(c, "session");
}

/** Returns whether the administrator's own session was restored. */
export async function endExpiredImpersonation(c: AppContext): Promise<boolean> {
  const actingToken = readCookie(c, "session");
  const ownSession = actingToken === undefined ? undefined : await returnFromImpersonation(c.get("ctx"), actingToken);
  if (!ownSession) return false;
  writeSessionCookie(c, ownSession.token, ownSession.expires_at);
  writeFlash(c, pages.admin, {
    tone: "success",
    message: `Your 30 minutes as ${ownSession.name} are over. You are yourself again.`,
  });
  return true;
}

function enterSession(c: AppContext, session: Session): Session {
  c.set("session", session);
  c.set("ctx", { ...c.get("ctx"), actor: toActor(session) });
  return session;
}
