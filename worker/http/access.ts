import type { Access, Endpoint } from "../contract/endpoint.ts";
import { Failure, forbidden, freshSignInRequired, unauthorized } from "../contract/errors.ts";
import { can, isPermission, type Permission } from "../contract/people/permissions.ts";
import { hasChangeIn, findProtection, recordByCall } from "../contract/people/protected-acts.ts";
import type { ReadCtx } from "../domain/context.ts";
import {
  type FactorsToProve,
  findProtectedFields,
  listFactorsToProve,
  type Session,
  startReading,
} from "../domain/identity/index.ts";
import type { AppContext } from "./app-env.ts";
import { readCookie } from "./cookies.ts";
import { loadSession, readCredentials, readWithSession } from "./session.ts";

export const permissionOf = (access: Access): Permission | undefined => (isPermission(access) ? access : undefined);

type CurrentFields = Readonly<Record<string, unknown>> | undefined;

type AccessSpec = {
  access: Access;
  not_impersonated?: true | undefined;
  method?: string | undefined;
  path?: string | undefined;
  /** Call whose protection applies instead of that of `method` and `path`, such as "PUT /v1/admin/settings". */
  call?: string | undefined;
};

/**
 * Refuses a request without access, and a protected act without a fresh sign-in. Acts that are protected only in some
 * fields are checked by `requireFreshFor` and `requireFreshForForm`. `read` is batched with the session lookup. Roles
 * do not imply each other (O-033). @throws SECURITY_CHECK_FAILED, INVALID_JWT_MSG, USR_NOT_AUTHORIZED,
 * FRESH_SIGN_IN_REQUIRED and what `lookUpSession` throws
 */
export function requireAccess(c: AppContext, spec: AccessSpec): Promise<{ reading: Promise<undefined> }>;
export function requireAccess<T>(
  c: AppContext,
  spec: AccessSpec,
  read: (ctx: ReadCtx) => Promise<T>,
): Promise<{ reading: Promise<T> }>;
export async function requireAccess<T>(
  c: AppContext,
  spec: AccessSpec,
  read?: (ctx: ReadCtx) => Promise<T>,
): Promise<{ reading: Promise<T | undefined> }> {
  const protection = findProtection(spec);
  if (!protection) return admit(c, spec, read);
  const { name, fields } = protection;
  let pendingCheck: Promise<[FactorsToProve, CurrentFields]> | undefined;
  const admission = await admit(c, spec, async (ctx) => {
    pendingCheck = Promise.all([
      listFactorsToProve(ctx),
      fields ? findProtectedFields(ctx, name, c.req.param()) : undefined,
    ]);
    // Prevents an unhandled rejection if access is refused and nothing awaits the result.
    pendingCheck.catch(() => {});
    return read?.(ctx);
  });
  const [factors, current] = (await pendingCheck) ?? [];
  c.set("factors_to_prove", factors);
  c.set("protected_fields", current);
  if (!fields) requireFresh(c);
  return admission;
}

async function admit<T>(
  c: AppContext,
  spec: AccessSpec,
  read: ((ctx: ReadCtx) => Promise<T>) | undefined,
): Promise<{ reading: Promise<T | undefined> }> {
  if (!needsSession(c, spec)) await requireSpecialAccess(c, spec);
  else if (read && !c.get("session")) return readWithPermission(c, spec, read);
  else requirePermission(await loadSession(c), spec);
  return { reading: read ? startReading(c.get("ctx"), read) : Promise.resolve(undefined) };
}

function requireFresh(c: AppContext): void {
  const factors = c.get("factors_to_prove") ?? [];
  if (factors.length > 0) throw freshSignInRequired(factors);
}

/**
 * For calls that are protected acts only if they change a protected field: such a change requires a fresh sign-in. With
 * a stale sign-in the returned body lacks the protected fields, so that it cannot undo another user's concurrent
 * change. @throws FRESH_SIGN_IN_REQUIRED
 */
export function requireFreshFor(c: AppContext, spec: AccessSpec, body: unknown): unknown {
  const fields = findProtection(spec)?.fields;
  const isFresh = (c.get("factors_to_prove") ?? []).length === 0;
  if (!fields || isFresh) return body;
  const bodyFields: Record<string, unknown> = Object(body);
  if (hasChangeIn(fields, bodyFields, c.get("protected_fields"))) requireFresh(c);
  return Object.fromEntries(Object.entries(bodyFields).filter(([name]) => !fields.includes(name)));
}

/**
 * Like `requireFreshFor`, for forms, which always send all of their fields. The form's version (`updated_at`) detects
 * concurrent changes instead, so a form without a version always requires a fresh sign-in if `recordByCall` has its
 * call. @throws FRESH_SIGN_IN_REQUIRED
 */
export function requireFreshForForm(c: AppContext, spec: AccessSpec, change: Record<string, unknown>): void {
  const fields = findProtection(spec)?.fields;
  const isGuarded = change["updated_at"] !== undefined || !recordByCall[spec.call ?? `${spec.method} ${spec.path}`];
  if (fields && (!isGuarded || hasChangeIn(fields, change, c.get("protected_fields")))) requireFresh(c);
}

const readWithPermission = <T>(c: AppContext, spec: AccessSpec, read: (ctx: ReadCtx) => Promise<T>) =>
  readWithSession(c, {
    permission: permissionOf(spec.access),
    not_impersonated: spec.not_impersonated,
    read,
    admit({ found, refusal }) {
      if (refusal) throw refusal;
      requirePermission(found.session, spec);
    },
  });

/**
 * A call with the access `visitor-or-session` needs no session, but a session that the request presents must be live.
 */
const needsSession = (c: AppContext, { access }: AccessSpec): boolean =>
  access === "session" || isPermission(access) || (access === "visitor-or-session" && readCredentials(c) !== undefined);

async function requireSpecialAccess(c: AppContext, spec: AccessSpec): Promise<void> {
  const { access } = spec;
  if (access === "admin-behind-session") return requireAdminOrImpersonator(await loadSession(c, "actor"), spec);
  if (access !== "public" && !access.startsWith("verify:")) return;
  requireCookieFor(c, spec);
  if (spec.not_impersonated && (await isImpersonating(c))) throw forbidden("USR_NOT_AUTHORIZED");
}

function requireAdminOrImpersonator(session: Session, spec: AccessSpec): void {
  if (!session.impersonator_id && !can(session, "use_console")) throw forbidden("USR_NOT_AUTHORIZED");
  requirePermission(session, spec);
}

function requirePermission(session: Session, { access, not_impersonated }: AccessSpec): void {
  const permission = permissionOf(access);
  if (permission && !can(session, permission)) throw forbidden("USR_NOT_AUTHORIZED");
  if (not_impersonated && session.impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
}

/** Requires the verify cookie for `verify:` access; the call itself validates its token and uses it up. */
function requireCookieFor(c: AppContext, spec: Pick<Endpoint, "access">): void {
  if (spec.access !== "public" && readCookie(c, "verify") === undefined) throw unauthorized("INVALID_JWT_MSG");
}

async function isImpersonating(c: AppContext): Promise<boolean> {
  try {
    return readCredentials(c) !== undefined && (await loadSession(c, "user", true)).impersonator_id !== null;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
