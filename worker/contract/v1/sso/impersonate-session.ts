import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { sessionUser } from "../../entities/user.ts";
import { freeText, instant, uuid } from "../../fields.ts";
import { impersonationReasonMax } from "../../people/impersonation-reason.ts";

export const startImpersonation = endpoint({
  access: "impersonation:act",
  method: "POST",
  path: "/v1/sso/impersonate-session",
  not_impersonated: true,
  body: z.object({
    user_id: uuid(),
    reason: z.optional(freeText(impersonationReasonMax, "Reason, shown in the organization's activity")),
  }),
  status: 201,
  reply: reply({ user_id: z.string(), expires_at: instant(), user: sessionUser }),
  errors: ["USR_NOT_FOUND"],
  tag: "Single sign-on",
  summary: "Impersonate a customer's user for at most 30 minutes",
  description:
    "Replaces the session cookie. Administrators cannot be impersonated. Payments and changes of credentials, email addresses, roles and invitations are forbidden meanwhile, and every write is recorded with both user IDs. The organization's activity shows who started, the reason, and the end.",
});

export const endImpersonation = endpoint({
  method: "DELETE",
  path: "/v1/sso/impersonate-session",
  access: "admin-behind-session",
  status: 200,
  reply: emptyReply,
  errors: ["IMPERSONATE_SESSION_NOT_FOUND"],
  tag: "Single sign-on",
  summary: "Return to the administrator's own session",
});
