import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";
import * as impersonation from "../../worker/contract/v1/sso/impersonate-session.ts";
import * as session from "../../worker/contract/v1/sso/session.ts";
import { requireUser } from "../../worker/domain/context.ts";
import {
  endImpersonation,
  findReturnedSession,
  returnFromImpersonation,
  signOut,
  signOutEverywhere,
  signOutSuccessor,
} from "../../worker/domain/identity/index.ts";
import type { AppContext } from "../../worker/http/app-env.ts";
import { dropCookie, readCookie, writeSessionCookie } from "../../worker/http/cookies.ts";
import { formPost } from "../../worker/http/form.ts";
import { loadSession } from "../../worker/http/session.ts";

const signInPath = hrefOf(pages.signIn, { client_id: storefrontClient });

/** For a repeated post: the first post ended the impersonation, so the old cookie finds the administrator's session. */
async function restoreAdminSession(c: AppContext): Promise<string | undefined> {
  const sessionToken = readCookie(c, "session");
  const adminSession = sessionToken === undefined ? undefined : await findReturnedSession(c.get("ctx"), sessionToken);
  if (!adminSession) return undefined;
  writeSessionCookie(c, adminSession.token, adminSession.expires_at);
  return pages.admin;
}

/** Signs out a browser whose cookie names a session that was replaced, or an impersonation that expired. */
async function signOutLate(c: AppContext): Promise<string | undefined> {
  const sessionToken = readCookie(c, "session");
  if (sessionToken === undefined) return undefined;
  await returnFromImpersonation(c.get("ctx"), sessionToken);
  if (!(await signOutSuccessor(c.get("ctx"), sessionToken))) return undefined;
  dropCookie(c, "session");
  return signInPath;
}

export const sessionForms = [
  formPost(session.signOut, {
    path: pages.signOut,
    back: signInPath,
    async send(ctx, _input, c) {
      await signOut(ctx, requireUser(ctx).session_id);
      dropCookie(c, "session");
    },
    again: signOutLate,
  }),
  // Administrators who impersonate a user may not sign the user out everywhere (T13).
  formPost({ access: "session", not_impersonated: true } as const, {
    path: pages.signOutEverywhere,
    back: signInPath,
    async send(ctx, _input, c) {
      await signOutEverywhere(ctx);
      dropCookie(c, "session");
    },
  }),
  formPost(impersonation.endImpersonation, {
    path: pages.endImpersonation,
    // another tab has ended the impersonation
    otherwise: pages.home,
    async send(ctx, _input, c) {
      const currentSession = await loadSession(c);
      if (!currentSession.impersonator_id) return undefined;
      const adminSession = await endImpersonation(ctx, currentSession, readCookie(c, "session"));
      writeSessionCookie(c, adminSession.token, adminSession.expires_at);
      return adminSession;
    },
    again: restoreAdminSession,
    back: (own) => (own ? pages.admin : pages.home),
    done: (own) => own && `You no longer act as ${own.name}. You are yourself again.`,
  }),
];
