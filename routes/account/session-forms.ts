import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { storefrontClient } from "../../worker/contract/paths.ts";
import * as impersonation from "../../worker/contract/v1/sso/impersonate-session.ts";
import * as session from "../../worker/contract/v1/sso/session.ts";
import { requireUser } from "../../worker/domain/context.ts";
import {
  endImpersonation,
  findReturned,
  returnFromImpersonation,
  signOut,
  signOutEverywhere,
  signOutSuccessor,
} from "../../worker/domain/identity/index.ts";
import type { AppContext } from "../../worker/http/app-env.ts";
import { dropCookie, readCookie, writeSessionCookie } from "../../worker/http/cookies.ts";
import { formPost } from "../../worker/http/form.ts";
import { loadSession } from "../../worker/http/session.ts";

const signInPage = hrefOf(pages.signIn, { client_id: storefrontClient });

/** Of a second click, whose first answer had the own session. */
async function returnAgain(c: AppContext): Promise<string | undefined> {
  const shown = readCookie(c, "session");
  const own = shown === undefined ? undefined : await findReturned(c.get("ctx"), shown);
  if (!own) return undefined;
  writeSessionCookie(c, own.token, own.expires_at);
  return pages.admin;
}

/** Of a tab that has the token from before the session was exchanged in another one, or of an impersonation that ran out. */
async function signOutLate(c: AppContext): Promise<string | undefined> {
  const shown = readCookie(c, "session");
  if (shown === undefined) return undefined;
  await returnFromImpersonation(c.get("ctx"), shown);
  if (!(await signOutSuccessor(c.get("ctx"), shown))) return undefined;
  dropCookie(c, "session");
  return signInPage;
}

/** They do what DELETE session and DELETE impersonate-session do. */
export const sessionForms = [
  formPost(session.signOut, {
    path: pages.signOut,
    back: signInPage,
    async send(ctx, _input, c) {
      await signOut(ctx, requireUser(ctx).session_id);
      dropCookie(c, "session");
    },
    again: signOutLate,
  }),
  // Only the person themselves may, not an administrator who acts as them (T13).
  formPost({ access: "session", not_impersonated: true } as const, {
    path: pages.signOutEverywhere,
    back: signInPage,
    async send(ctx, _input, c) {
      await signOutEverywhere(ctx);
      dropCookie(c, "session");
    },
  }),
  formPost(impersonation.endImpersonation, {
    path: pages.endImpersonation,
    // they came back in another tab
    otherwise: pages.home,
    async send(ctx, _input, c) {
      const acting = await loadSession(c);
      if (!acting.impersonator_id) return undefined;
      const own = await endImpersonation(ctx, acting, readCookie(c, "session"));
      writeSessionCookie(c, own.token, own.expires_at);
      return own;
    },
    again: returnAgain,
    back: (own) => (own ? pages.admin : pages.home),
    done: (own) => own && `You no longer act as ${own.name}. You are yourself again.`,
  }),
];
