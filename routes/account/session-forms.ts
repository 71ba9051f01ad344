import { forbidden } from "../../worker/contract/errors.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";
import { endImpersonation, signOut, signOutEverywhere } from "../../worker/domain/sessions/index.ts";
import { requireUser } from "../../worker/domain/context.ts";
import type { AppContext } from "../../worker/http/app-env.ts";
import { dropCookie, writeSessionCookie } from "../../worker/http/cookies.ts";
import { plainForm } from "../../worker/http/form.ts";
import { loadSession } from "../../worker/http/session.ts";

async function leave(c: AppContext): Promise<string> {
  await loadSession(c);
  const { ctx } = c.var;
  await signOut(ctx, requireUser(ctx).session_id);
  dropCookie(c, "session");
  return hrefOf(pages.signIn, { client_id: storefrontClient });
}

/** Only the person themselves may, not an administrator who acts as them (T13). */
async function leaveEverywhere(c: AppContext): Promise<string> {
  const { impersonator_id } = await loadSession(c);
  if (impersonator_id) throw forbidden("USR_NOT_AUTHORIZED");
  await signOutEverywhere(c.var.ctx);
  dropCookie(c, "session");
  return hrefOf(pages.signIn, { client_id: storefrontClient });
}

async function comeBack(c: AppContext): Promise<string> {
  const session = await loadSession(c, undefined, "actor");
  // they came back in another tab
  if (!session.impersonator_id) return pages.home;
  const own = await endImpersonation(c.get("ctx"), session);
  writeSessionCookie(c, own.token, own.expires_at);
  return pages.admin;
}

/** They do what DELETE session and DELETE impersonate-session do. */
export const sessionForms = [
  plainForm(pages.signOut, leave),
  plainForm(pages.signOutEverywhere, leaveEverywhere),
  plainForm(pages.endImpersonation, comeBack),
];
