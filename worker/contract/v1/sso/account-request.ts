import * as z from "zod/mini";
import { emptyReply, endpoint } from "../../endpoint.ts";
import { email, firstName, lastName, nameText, serial } from "../../fields.ts";
import { rules } from "../../rules.ts";

export const requestAccount = endpoint({
  method: "POST",
  path: "/v1/sso/account-request",
  access: "public",
  captcha: "requestAccount",
  body: z.object({
    first_name: firstName(),
    last_name: lastName(),
    org_name: nameText(rules.org_name, "Name of the organization", 64),
    email: email(),
    serial: z.nullish(serial()),
  }),
  status: 200,
  reply: emptyReply,
  errors: [],
  tag: "Single sign-on",
  summary: "Request an account",
  description:
    "Always replies with success, so that accounts cannot be probed. A second pending request with the same email address replaces the first.",
});
