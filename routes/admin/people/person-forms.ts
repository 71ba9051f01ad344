import * as z from "zod/mini";
import {
  firstName,
  idempotencyKey,
  freeText,
  grantedRoles,
  isUuid,
  lastName,
  orgId,
  phone,
  versionField,
  uuid,
} from "../../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { impersonationReasonMax } from "../../../worker/contract/people/impersonation-reason.ts";
import { explain } from "../../../worker/contract/messages.ts";
import * as factorContract from "../../../worker/contract/v1/admin/second-factors.ts";
import * as sessionContract from "../../../worker/contract/v1/admin/user-sessions.ts";
import * as contract from "../../../worker/contract/v1/admin/users.ts";
import * as impersonation from "../../../worker/contract/v1/sso/impersonate-session.ts";
import {
  endUserSession,
  endUserSessions,
  findStartedImpersonation,
  type ImpersonationSession,
  resetUserPassword,
  startEmailChange,
  startImpersonation,
  startRecovery,
  stopRecovery,
} from "../../../worker/domain/identity/index.ts";
import { runOnce } from "../../../worker/domain/platform/index.ts";
import { inactivateUser, reactivateUser, updateUser } from "../../../worker/domain/people/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { readCookie, writeSessionCookie } from "../../../worker/http/cookies.ts";
import { formPost, type Refusal } from "../../../worker/http/form.ts";
import type { PageRoute } from "../../../worker/http/page-spec.ts";
import { loadSession } from "../../../worker/http/session.ts";

const back = (_result: unknown, c: AppContext): string =>
  hrefOf(pages.adminPerson, { user_id: c.req.param("user_id") ?? "" });

export const invalidRoles = (refused: Refusal) => ({
  message:
    refused.errcode === "INVALID_ROLES"
      ? "Only users of the shop’s own organization can be administrators, and at least one must remain. To move one to another organization, remove the role in the same change."
      : explain(refused.status, refused),
});

/**
 * Requires organization, names and roles, so that the form refuses empty ones; the API call leaves omitted ones
 * unchanged.
 */
const detailsBody = z.object({
  org_id: orgId(),
  first_name: firstName(),
  last_name: lastName(),
  phone: phone(),
  roles: grantedRoles(),
  updated_at: versionField(),
});
const keyBody = z.object({ form_key: idempotencyKey() });
const alreadySentMessage = "It was sent a moment ago. If it does not arrive, send it again from this page.";
const reason = freeText(impersonationReasonMax, "Why").check(
  z.minLength(1, "Enter a reason. Their organization sees it in its activity."),
);

function enterImpersonation(c: AppContext, started: ImpersonationSession): ImpersonationSession {
  writeSessionCookie(c, started.token, started.own_expires_at);
  return started;
}

/** For a repeated post: the first post replaced the session, so the old cookie finds the impersonation. */
async function reenterImpersonation(c: AppContext): Promise<string | undefined> {
  const user_id = c.req.param("user_id") ?? "";
  const acting = c.get("session");
  if (acting) return acting.impersonator_id && acting.user_id === user_id ? pages.portal : undefined;
  const sessionToken = readCookie(c, "session");
  const started =
    sessionToken === undefined || !isUuid(user_id)
      ? undefined
      : await findStartedImpersonation(c.get("ctx"), sessionToken, user_id);
  return started && enterImpersonation(c, started) && pages.portal;
}

export const personForms = (page: PageRoute): Route[] => [
  formPost({ ...contract.updateUser, body: detailsBody } as const, {
    path: pages.adminPerson,
    page,
    has_search: true,
    back,
    refusal: invalidRoles,
    send(ctx, { params, body }) {
      // An empty phone clears it; omitting it would keep it.
      return updateUser(ctx, params.user_id, { ...body, phone: body.phone ?? null });
    },
    done: ({ first_name, last_name }) => `${first_name} ${last_name} is saved.`,
  }),
  formPost(contract.inactivateUser, {
    path: pages.inactivateAdminPerson,
    back,
    send: (ctx, { params }) => inactivateUser(ctx, params.user_id),
    done: () => "The user is inactive and signed out everywhere.",
  }),
  formPost(contract.reactivateUser, {
    path: pages.reactivateAdminPerson,
    back,
    send: (ctx, { params }) => reactivateUser(ctx, params.user_id),
    done: () => "They can sign in again.",
  }),
  formPost({ ...contract.resetUserPassword, body: keyBody } as const, {
    path: pages.sendPasswordLink,
    back,
    send: (ctx, { params, body }) => runOnce(ctx, body.form_key, () => resetUserPassword(ctx, params)),
    done: (isFirst) => (isFirst ? "The link is on its way. Older links no longer work." : alreadySentMessage),
  }),
  formPost({ ...contract.startEmailChange, body: z.extend(contract.startEmailChange.body, keyBody.shape) } as const, {
    path: pages.changePersonEmail,
    page,
    back,
    send: (ctx, { params, body: { form_key, new_email } }) =>
      runOnce(ctx, form_key, () => startEmailChange(ctx, { ...params, new_email })),
    done: (isFirst, typed) =>
      isFirst
        ? `A link went to ${typed.get("new_email")}. The address changes when the link is opened.`
        : alreadySentMessage,
  }),
  formPost(factorContract.startRecovery, {
    path: pages.startRecovery,
    back,
    send: (ctx, { params }) => startRecovery(ctx, params),
    done: () => "The 24 hours have begun, and they are notified. You can stop it on this page.",
  }),
  formPost(factorContract.stopRecovery, {
    path: pages.stopPersonRecovery,
    back,
    send: (ctx, { params }) => stopRecovery(ctx, params),
    done: () => "Nothing is removed. The links no longer work.",
  }),
  formPost(sessionContract.endUserSessions, {
    path: pages.signPersonOut,
    back,
    send: (ctx, { params }) => endUserSessions(ctx, params.user_id),
    done: () => "They are signed out everywhere.",
  }),
  formPost(
    { access: "people:act", params: contract.getUser.params, body: z.object({ session_id: uuid() }) },
    {
      path: pages.endPersonSession,
      back,
      send: (ctx, { params, body }) => endUserSession(ctx, { ...params, ...body }),
      done: () => "That session is signed out.",
    },
  ),
  formPost({ ...impersonation.startImpersonation, body: z.object({ user_id: uuid(), reason }) } as const, {
    path: pages.actAsPerson,
    page,
    back: (started, c) => (started ? pages.portal : back(started, c)),
    async send(ctx, { body }, c) {
      const started = await startImpersonation(ctx, await loadSession(c), body, readCookie(c, "session"));
      return enterImpersonation(c, started);
    },
    again: reenterImpersonation,
  }),
];
