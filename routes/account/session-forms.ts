import { forbidden } from "../../worker/contract/errors.ts";
import { endImpersonation, signOut, signOutEverywhere } from "../../worker/domain/accounts/index.ts";
import { requireUser } from "../../worker/domain/context.ts";
import type { AppContext, Route } from "../../worker/http/app-env.ts";
import { dropCookie, writeSessionCookie } from "../../worker/http/cookies.ts";
import { requireSameOrigin } from "../../worker/http/origin.ts";
import { loadSession } from "../../worker/http/session.ts";

/** Plain forms that work without script; they do what DELETE session and DELETE impersonate-session do. */
const form = (path: string, submit: (c: AppContext) => Promise<string>): Route => ({
  method: "POST",
  path,
  handle: async (c) => {
    requireSameOrigin(c);
    return c.redirect(await submit(c), 303);
  },
});

async function leave(c: AppContext): Promise<string> {
  await loadSession(c);
  const { ctx } = c.var;
  await signOut(ctx, requireUser(ctx).session_id);
  dropCookie(c, "session");
  return "/sign-in/crunchbox";
}

/** Only the person himself may, not an administrator who acts as him (safety T13). */
async function leaveEverywhere(c: AppContext): Promise<string> {
  const { impersonator_id } = await loadSession(c);
  if (impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
  await signOutEverywhere(c.var.ctx);
  dropCookie(c, "session");
  return "/sign-in/crunchbox";
}

async function comeBack(c: AppContext): Promise<string> {
  const session = await loadSession(c, undefined, "actor");
  const own = await endImpersonation(c.get("ctx"), session);
  writeSessionCookie(c, own.token, own.expires_at);
  return "/admin";
}

export const sessionForms = [
  form("/sign-out", leave),
  form("/sign-out-everywhere", leaveEverywhere),
  form("/end-impersonation", comeBack),
];
