import { type Access, type Endpoint, isSigned } from "../contract/endpoint.ts";
import { Failure, forbidden, unauthorized } from "../contract/errors.ts";
import { can, isPermission, type Permission } from "../contract/people/permissions.ts";
import type { Ctx } from "../domain/context.ts";
import { nothing, type Preload, type Session } from "../domain/identity/index.ts";
import type { AppContext } from "./app-env.ts";
import { readCookie } from "./cookies.ts";
import { loadSession, loadSessionAnd, readCredentials } from "./session.ts";

/** The permission that an access asks for. */
export const permissionOf = (access: Access): Permission | undefined => (isPermission(access) ? access : undefined);

type Guarded = { access: Access; not_impersonated?: true | undefined };

/**
 * Lets the request of a session through or refuses it, as requireAccess does, and reads for it in the same round trip.
 * `reading` fails where the caller is refused.
 */
export async function requireAccessAnd<T>(
  c: AppContext,
  spec: Guarded,
  read: (ctx: Ctx) => Promise<T>,
): Promise<{ reading: Promise<T> }> {
  const readers = { permission: permissionOf(spec.access), not_impersonated: spec.not_impersonated };
  const found = await loadSessionAnd(c, nothing, readers, read);
  requireReader(await loadSession(c), spec);
  return found;
}

/** Throws USR_NOT_AUTHORIZED unless a role of the session allows it, and it is no impersonation where that is refused. */
function requireReader(session: Session, { access, not_impersonated }: Guarded): void {
  const wanted = permissionOf(access);
  if (wanted && !can(session, wanted)) throw forbidden("USR_NOT_AUTHORIZED");
  if (not_impersonated && session.impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
}

/**
 * Lets the request through or refuses it. Roles do not imply each other (O-033).
 * Throws SECURITY_CHECK_FAILED, INVALID_JWT_MSG, USR_NOT_AUTHORIZED and what getSession throws.
 */
export async function requireAccess(c: AppContext, spec: Guarded, preload?: Preload<unknown>): Promise<void> {
  const { access } = spec;
  if (access === "navigation" || isSigned(access)) return;
  if (access === "visitor-or-session") return loadVisitor(c, preload);
  if (access === "public" || access.startsWith("verify:")) {
    requireCookieFor(c, spec);
    if (spec.not_impersonated && (await isImpersonating(c))) throw forbidden("USR_NOT_AUTHORIZED");
    return;
  }
  const session = await loadSession(c, preload, access === "admin-behind-session" ? "actor" : "user");
  // Behind an impersonation stands an administrator; anyone else has nothing to return to.
  if (access === "admin-behind-session" && !session.impersonator_id && !can(session, "manage_shop"))
    throw forbidden("USR_NOT_AUTHORIZED");
  requireReader(session, spec);
}

/** Calls behind a verification cookie: the token itself is checked and used up by the verb. */
function requireCookieFor(c: AppContext, spec: Pick<Endpoint, "access">): void {
  if (spec.access !== "public" && readCookie(c, "verify") === undefined) throw unauthorized("INVALID_JWT_MSG");
}

/** A visitor is welcome, but who shows a session must show a live one. */
async function loadVisitor(c: AppContext, preload?: Preload<unknown>): Promise<void> {
  if (readCredentials(c)) await loadSession(c, preload);
}

/** Asked where a session is not needed but an impersonation forbids; a session that has ended forbids nothing. */
async function isImpersonating(c: AppContext): Promise<boolean> {
  try {
    return readCredentials(c) !== undefined && (await loadSession(c)).impersonator_id !== null;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
