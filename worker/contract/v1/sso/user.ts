import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { sessionUser, userShape } from "../../entities/user.ts";
import { email, firstName, lastName, newPassword, opaqueText, phone } from "../../fields.ts";

export const getProfile = endpoint({
  method: "GET",
  path: "/v1/sso/user",
  access: "session",
  status: 200,
  reply: z.extend(sessionUser, { success: z.literal(true) }),
  errors: [],
  tag: "Single sign-on",
  summary: "Read your profile",
});

export const updateProfile = endpoint({
  method: "PUT",
  path: "/v1/sso/user",
  access: "session",
  body: z.object({
    first_name: z.optional(firstName()),
    last_name: z.optional(lastName()),
    phone: phone(),
    notification_settings: z.optional(z.object({ is_subscribed: z.boolean() })),
  }),
  status: 200,
  reply: reply(userShape),
  errors: [],
  tag: "Single sign-on",
  summary: "Change your profile",
  description: "Omitted fields keep their value. The email address changes only through an email change.",
});

export const finishSetUp = endpoint({
  method: "PUT",
  path: "/v1/sso/user/setup",
  access: "verify:user-setup",
  not_impersonated: true,
  body: z.object({
    password: newPassword(),
    agreement_version: opaqueText(64, "Value of the x-version header of the accepted license agreement"),
  }),
  status: 200,
  reply: emptyReply,
  errors: ["LICENSE_AGREEMENT_VERSION_MISMATCH"],
  tag: "Single sign-on",
  summary: "Set the first password and accept the license agreement",
});

export const requestEmailChange = endpoint({
  method: "POST",
  path: "/v1/sso/user/email-change",
  access: "session",
  not_impersonated: true,
  body: z.object({ new_email: email() }),
  status: 200,
  reply: reply({ new_email: z.string() }),
  errors: ["USR_EMAIL_EXISTS"],
  tag: "Single sign-on",
  summary: "Request a change of your email address",
  description: "Sends a link to the new address, which takes effect after confirmation.",
});

export const confirmEmailChange = endpoint({
  method: "PUT",
  path: "/v1/sso/user/email-change",
  access: "verify:email-change",
  not_impersonated: true,
  status: 200,
  reply: reply({ new_email: z.string() }),
  errors: ["NO_EMAIL_CHANGE_REQUEST", "USR_EMAIL_EXISTS"],
  tag: "Single sign-on",
  summary: "Confirm an email change",
  description: "Consumes the verification cookie and ends every session of the user.",
});
