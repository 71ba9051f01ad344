import * as z from "zod/mini";
import { done, endpoint, reply } from "../../endpoint.ts";
import { impersonator, sessionUser } from "../../entities/user.ts";
import { freeText, instant, loginPassword, username } from "../../fields.ts";

const credentials = () => ({ username: username(), password: loginPassword() });

export const getSession = endpoint({
  method: "GET",
  path: "/v1/sso/session",
  access: "session",
  status: 200,
  reply: reply({
    user_id: z.string(),
    created_at: instant(),
    expires_at: instant("Latest end of the session, ISO 8601 in UTC"),
    impersonator,
    user: sessionUser,
  }),
  errors: [],
  tag: "Single sign-on",
  summary: "Read the session",
});

export const signIn = endpoint({
  method: "POST",
  path: "/v1/sso/session",
  access: "public",
  captcha: "signIn",
  captcha_or: "known browser or code",
  limit: "sign-in",
  body: z.object({
    ...credentials(),
    code: z.optional(freeText(32, "Six-character code from an email, instead of the bot check; ignores case")),
  }),
  status: 201,
  reply: reply({ user_id: z.string(), created_at: instant(), expires_at: instant(), user: sessionUser }),
  errors: ["INVALID_CREDENTIALS", "USR_INACTIVE", "USR_NOT_AGREED", "INVALID_VERIFICATION_CODE"],
  tag: "Single sign-on",
  summary: "Sign in",
  description:
    "Sets the session cookie. USR_INACTIVE and USR_NOT_AGREED are returned only after the correct password. If the bot check is unreachable or gave no token, the cookie of a trusted browser or an email code replaces it.",
});

export const requestSignInCode = endpoint({
  method: "POST",
  path: "/v1/sso/session/code",
  access: "public",
  limit: "sign-in-code",
  body: z.object(credentials()),
  status: 200,
  reply: done,
  errors: [],
  tag: "Single sign-on",
  summary: "Request an email code that replaces the bot check",
  description:
    "Always replies with success. After the correct password a code is emailed; it expires after 10 minutes or five wrong attempts. At most 3 codes per account and 10 requests per address each hour.",
});

export const signOut = endpoint({
  method: "DELETE",
  path: "/v1/sso/session",
  access: "session",
  status: 200,
  reply: done,
  errors: [],
  tag: "Single sign-on",
  summary: "Sign out",
});
