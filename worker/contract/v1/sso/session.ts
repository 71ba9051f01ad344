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
    expires_at: instant("When the session ends at the latest, ISO 8601 in UTC"),
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
    code: z.optional(freeText(32, "In place of the bot check: six characters of a mail, compared without case")),
  }),
  status: 201,
  reply: reply({ user_id: z.string(), created_at: instant(), expires_at: instant(), user: sessionUser }),
  errors: ["INVALID_CREDENTIALS", "USR_INACTIVE", "USR_NOT_AGREED", "INVALID_VERIFICATION_CODE"],
  tag: "Single sign-on",
  summary: "Sign in",
  description:
    "Sets the session cookie. USR_INACTIVE and USR_NOT_AGREED are told only to who knows the password. Where the bot check gave no token, or cannot be reached, the cookie of a browser in which the person signed in before stands in for it, or a code by mail.",
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
  summary: "Ask for a code that stands in for the bot check",
  description:
    "Always answers success. After the right password a code is mailed that lives 10 minutes; five wrong tries kill it. An account gets 3 an hour, an address may ask 10 times.",
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
