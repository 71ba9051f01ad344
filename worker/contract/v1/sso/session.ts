import * as z from "zod/mini";
import { done, endpoint, reply } from "../../endpoint.ts";
import { impersonator, sessionUser } from "../../entities/user.ts";
import { instant, loginPassword, username } from "../../fields.ts";

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
  limit: "sign-in",
  body: z.object({ username: username(), password: loginPassword() }),
  status: 201,
  reply: reply({ user_id: z.string(), created_at: instant(), expires_at: instant(), user: sessionUser }),
  errors: ["INVALID_CREDENTIALS", "USR_INACTIVE", "USR_NOT_AGREED"],
  tag: "Single sign-on",
  summary: "Sign in",
  description: "Sets the session cookie. USR_INACTIVE and USR_NOT_AGREED are told only to who knows the password.",
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
