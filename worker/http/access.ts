import { type Access, type Endpoint, isSigned } from "../contract/endpoint.ts";
import { Failure, forbidden, unauthorized } from "../contract/errors.ts";
import type { Preload, Session } from "../domain/sessions/index.ts";
import type { AppContext } from "./app-env.ts";
import { readCookie } from "./cookies.ts";
import { loadSession, readCredentials } from "./session.ts";

/** The roles that an access asks for, any one of them. */
export const rolesOf: Partial<Record<Access, Session["roles"]>> = {
  admin: ["admin"],
  org: ["org"],
  "org-or-buyer": ["org", "buyer"],
};

/**
 * Lets the request through or refuses it. Roles do not imply each other (O-033).
 * Throws SECURITY_CHECK_FAILED, INVALID_JWT_MSG, USR_NOT_AUTHORIZED and what getSession throws.
 */
export async function requireAccess(
  c: AppContext,
  spec: { access: Access; not_impersonated?: true | undefined },
  preload?: Preload<unknown>,
): Promise<void> {
  const { access } = spec;
  if (access === "navigation" || isSigned(access)) return;
  if (access === "visitor-or-session") return loadVisitor(c, preload);
  if (access === "public" || access.startsWith("verify:")) {
    requireCookieFor(c, spec);
    if (spec.not_impersonated && (await isImpersonating(c))) throw forbidden("USR_NOT_AUTHORIZED");
    return;
  }
  const session = await loadSession(c, preload, access === "admin-behind-session" ? "actor" : "user");
  const wanted = rolesOf[access];
  if (wanted && !wanted.some((role) => session.roles.some((has) => has === role)))
    throw forbidden("USR_NOT_AUTHORIZED");
  // Behind an impersonation stands an administrator; anyone else has nothing to return to.
  if (access === "admin-behind-session" && !session.impersonator_id && !session.roles.includes("admin"))
    throw forbidden("USR_NOT_AUTHORIZED");
  if (spec.not_impersonated && session.impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
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
