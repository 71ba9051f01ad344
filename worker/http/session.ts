import { Failure, unauthorized } from "../contract/errors.ts";
import { pages } from "../contract/pages.ts";
import type { Ctx } from "../domain/context.ts";
import {
  actorOf,
  type Checked,
  type Credentials,
  getSession,
  getSessionAnd,
  isSucceeded,
  type Preload,
  type Readers,
  returnFromImpersonation,
  type Session,
} from "../domain/identity/index.ts";
import type { AppContext } from "./app-env.ts";
import { dropCookie, readCookie, writeSessionCookie } from "./cookies.ts";
import { leaveFlash } from "./flash.ts";

/** What the caller shows to prove who they are; a cookie and another bearer token together are refused (T7). */
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
 * The session of the request, looked up once; from here on the ctx acts as its user.
 * What `preload` names is read in the same round trip and stands in the context as `preloaded`.
 * Throws what getSession throws.
 */
export async function loadSession(
  c: AppContext,
  preload?: Preload<unknown>,
  checked: Checked = "user",
): Promise<Session> {
  const known = c.get("session");
  if (known) return known;
  const found = await getSession(c.get("ctx"), requireCredentials(c), preload, checked).catch(noteEnded(c));
  return enter(c, found);
}

/** The session of the request, and what `read` reads in its round trip (`getSessionAnd`). Throws what getSession throws. */
export async function loadSessionAnd<T>(
  c: AppContext,
  preload: Preload<unknown>,
  readers: Readers,
  read: (ctx: Ctx) => Promise<T>,
): Promise<{ reading: Promise<T> }> {
  const found = await getSessionAnd(c.get("ctx"), requireCredentials(c), preload, readers, read).catch(noteEnded(c));
  enter(c, found);
  return { reading: found.reading };
}

function requireCredentials(c: AppContext): Credentials {
  const credentials = readCredentials(c);
  if (!credentials) throw unauthorized("SECURITY_CHECK_FAILED");
  return credentials;
}

const noteEnded = (c: AppContext) => (error: unknown) => {
  if (error instanceof Failure && error.status === 401) c.set("ended_token", readCookie(c, "session"));
  throw error;
};

/**
 * A session that cannot be used any more is cleared in the browser too, unless the browser may hold another by now: the answer
 * to a tab that came late would end that one. Told last, when all that the request itself changed is there.
 */
export async function forgetEnded(c: AppContext, token: string): Promise<void> {
  const isKept = await isSucceeded(c.get("ctx"), token).catch(() => true);
  if (!isKept) dropCookie(c, "session");
}

/**
 * Whose 30 minutes as somebody else are over is themselves again, and reads so in the console. Answers whether they were.
 */
export async function returnToOwn(c: AppContext): Promise<boolean> {
  const acting = readCookie(c, "session");
  const own = acting === undefined ? undefined : await returnFromImpersonation(c.get("ctx"), acting);
  if (!own) return false;
  writeSessionCookie(c, own.token, own.expires_at);
  leaveFlash(c, pages.admin, {
    tone: "success",
    message: `Your 30 minutes as ${own.name} are over. You are yourself again.`,
  });
  return true;
}

function enter(c: AppContext, { session, preloaded }: { session: Session; preloaded: unknown }): Session {
  c.set("session", session);
  c.set("preloaded", preloaded);
  c.set("ctx", { ...c.get("ctx"), actor: actorOf(session) });
  return session;
}
