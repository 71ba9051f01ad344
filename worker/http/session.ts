import { Failure, unauthorized } from "../contract/errors.ts";
import { type Preload, type Checked, type Credentials, getSession, type Session } from "../domain/sessions/index.ts";
import type { AppContext } from "./app-env.ts";
import { dropCookie, readCookie } from "./cookies.ts";

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
  const credentials = readCredentials(c);
  if (!credentials) throw unauthorized("SECURITY_CHECK_FAILED");
  const found = await getSession(c.get("ctx"), credentials, preload, checked).catch((error: unknown) => {
    // A session that cannot be used any more is cleared in the browser too.
    if (error instanceof Failure && error.status === 401) dropCookie(c, "session");
    throw error;
  });
  const { session } = found;
  c.set("session", session);
  c.set("preloaded", found.preloaded);
  c.set("ctx", {
    ...c.get("ctx"),
    actor: {
      kind: "user",
      user_id: session.user_id,
      org_id: session.org_id,
      roles: session.roles,
      session_id: session.session_id,
      impersonator_id: session.impersonator_id,
    },
  });
  return session;
}
