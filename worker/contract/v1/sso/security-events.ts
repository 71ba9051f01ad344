import * as z from "zod/mini";
import { endpoint } from "../../endpoint.ts";
import { securityEvent } from "../../entities/security-event.ts";
import { listQuery, listReply } from "../../paging.ts";

export const listSecurityEvents = endpoint({
  method: "GET",
  path: "/v1/sso/user/security-events",
  access: "session",
  not_impersonated: true,
  query: z.object(listQuery(["created_at"])),
  status: 200,
  reply: listReply(securityEvent),
  errors: [],
  tag: "Single sign-on",
  summary: "List the security events of your account",
  description:
    "Sign-ins and changes of password, email address and sign-in steps in the last 90 days, with browser and place. Search covers city and browser.",
});
