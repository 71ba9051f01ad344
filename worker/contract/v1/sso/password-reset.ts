import * as z from "zod/mini";
import { emptyReply, endpoint } from "../../endpoint.ts";
import { email, newPassword } from "../../fields.ts";

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/v1/sso/password-reset",
  access: "public",
  captcha: "recoverPassword",
  body: z.object({ email: email() }),
  status: 200,
  reply: emptyReply,
  errors: [],
  tag: "Single sign-on",
  summary: "Request a password reset link",
  description: "Always replies with success. A user who has not finished set-up gets a new set-up link instead.",
});

export const finishPasswordReset = endpoint({
  method: "PUT",
  path: "/v1/sso/password-reset",
  access: "verify:email-password-reset",
  not_impersonated: true,
  body: z.object({ new_password: newPassword() }),
  status: 200,
  reply: emptyReply,
  errors: [],
  tag: "Single sign-on",
  summary: "Set a new password",
  description: "Consumes the verification cookie and ends every session of the user.",
});
