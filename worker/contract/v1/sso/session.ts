import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { authenticationResponse, requestOptions } from "../../entities/passkey.ts";
import { impersonator, sessionUser } from "../../entities/user.ts";
import { describe, freeText, instant, loginPassword, opaqueText, username } from "../../fields.ts";

const credentials = () => ({ username: username(), password: loginPassword() });

const signInReply = reply({ user_id: z.string(), created_at: instant(), expires_at: instant(), user: sessionUser });

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
  body: z.object({
    ...credentials(),
    code: z.optional(freeText(32, "Six-character code from an email, instead of the bot check; ignores case")),
  }),
  status: 201,
  reply: signInReply,
  errors: [
    "INVALID_CREDENTIALS",
    "USR_INACTIVE",
    "USR_NOT_AGREED",
    "INVALID_VERIFICATION_CODE",
    "SECOND_FACTOR_REQUIRED",
  ],
  tag: "Single sign-on",
  summary: "Sign in",
  description:
    "Sets the session cookie. USR_INACTIVE and USR_NOT_AGREED are returned only after the correct password. If the bot check is unreachable or gave no token, the cookie of a known browser or an emailed code replaces it. Who has a passkey or an authenticator app gets SECOND_FACTOR_REQUIRED after the right password, with the factors and a challenge for the second step. The challenge works once, for 5 minutes and 5 wrong codes, in this browser.",
});

const challenge = () =>
  opaqueText(128, "The challenge of SECOND_FACTOR_REQUIRED; empty: the newest one of this browser");

export const requestSecondFactor = endpoint({
  method: "POST",
  path: "/v1/sso/session/second-factor/options",
  access: "public",
  body: z.object({ challenge: challenge() }),
  status: 200,
  reply: reply({ options: requestOptions }),
  errors: ["CHALLENGE_ENDED"],
  tag: "Single sign-on",
  summary: "Ask for a passkey as the second step",
  description: "The options for navigator.credentials.get() in their JSON form.",
});

export const signInByFactor = endpoint({
  method: "POST",
  path: "/v1/sso/session/second-factor",
  access: "public",
  body: z.object({
    challenge: challenge(),
    code: z.optional(freeText(32, "Six digits from the authenticator app, or a backup code")),
    response: z.optional(describe(authenticationResponse(), "Result of navigator.credentials.get() in its JSON form")),
    trust_browser: z.optional(
      describe(z.boolean(), "Whether this browser needs no second step for 30 days; by default it does"),
    ),
  }),
  status: 201,
  reply: signInReply,
  errors: ["CHALLENGE_ENDED", "INVALID_VERIFICATION_CODE", "PASSKEY_REFUSED", "USR_INACTIVE", "USR_NOT_AGREED"],
  tag: "Single sign-on",
  summary: "Sign in with the second step",
  description:
    "Takes a code or the response of a passkey. A code works once. After 5 wrong codes within 15 minutes, codes of the account are refused for the rest of them; passkeys go on working.",
});

export const requestPasskeySignIn = endpoint({
  method: "POST",
  path: "/v1/sso/session/passkey/options",
  access: "public",
  status: 200,
  reply: reply({ options: requestOptions }),
  errors: [],
  tag: "Single sign-on",
  summary: "Ask to sign in by passkey",
  description:
    "The options for navigator.credentials.get() in their JSON form. They work once, for 5 minutes, in this browser.",
});

export const signInByPasskey = endpoint({
  method: "POST",
  path: "/v1/sso/session/passkey",
  access: "public",
  body: z.object({
    response: describe(authenticationResponse(), "Result of navigator.credentials.get() in its JSON form"),
  }),
  status: 201,
  reply: signInReply,
  errors: ["CHALLENGE_ENDED", "PASSKEY_REFUSED", "USR_INACTIVE", "USR_NOT_AGREED"],
  tag: "Single sign-on",
  summary: "Sign in by passkey",
  description: "Needs no password and no second step, because the passkey verified its user.",
});

export const requestRefresh = endpoint({
  method: "POST",
  path: "/v1/sso/session/refresh/options",
  access: "session",
  not_impersonated: true,
  status: 200,
  reply: reply({ options: requestOptions }),
  errors: ["SECOND_FACTOR_MISSING"],
  tag: "Single sign-on",
  summary: "Ask for a passkey to refresh the sign-in",
  description:
    "The options for navigator.credentials.get() in their JSON form. They work once, for 5 minutes, in this browser. Refused without a passkey and to bearer tokens.",
});

export const refreshSession = endpoint({
  method: "POST",
  path: "/v1/sso/session/refresh",
  access: "session",
  not_impersonated: true,
  body: z.object({
    code: z.optional(freeText(32, "Six digits from the authenticator app, or a backup code")),
    response: z.optional(describe(authenticationResponse(), "Result of navigator.credentials.get() in its JSON form")),
    password: z.optional(loginPassword()),
  }),
  status: 200,
  reply: reply({ fresh_until: instant("When protected calls ask again, ISO 8601 in UTC") }),
  errors: ["INVALID_CREDENTIALS", "CHALLENGE_ENDED", "INVALID_VERIFICATION_CODE", "PASSKEY_REFUSED"],
  tag: "Single sign-on",
  summary: "Refresh the sign-in",
  description:
    "After it, calls that answered FRESH_SIGN_IN_REQUIRED work for 15 minutes. Takes one of code, response and, without a passkey or an authenticator app, password. Sets a new session cookie; the former one stops working. Wrong codes and passwords count as they do at sign-in. Refused to bearer tokens.",
});

export const requestSignInCode = endpoint({
  method: "POST",
  path: "/v1/sso/session/code",
  access: "public",
  body: z.object(credentials()),
  status: 200,
  reply: emptyReply,
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
  reply: emptyReply,
  errors: [],
  tag: "Single sign-on",
  summary: "Sign out",
});
