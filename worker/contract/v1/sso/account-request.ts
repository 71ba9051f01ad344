import * as z from "zod/mini";
import { done, endpoint } from "../../endpoint.ts";
import { email, firstName, lastName, serial, text } from "../../fields.ts";
import { rules } from "../../rules.ts";

export const requestAccount = endpoint({
  method: "POST",
  path: "/v1/sso/account-request",
  access: "public",
  captcha: "requestAccount",
  limit: "account-request",
  body: z.object({
    first_name: firstName(),
    last_name: lastName(),
    org_name: text(rules.org_name, "Name of the organization", 64),
    email: email(),
    serial: z.nullish(serial()),
  }),
  status: 200,
  reply: done,
  errors: [],
  tag: "Single sign-on",
  summary: "Ask for an account",
  description:
    "Always answers success, so that nobody learns who has an account. A second pending request of the same e-mail address replaces the first.",
});
