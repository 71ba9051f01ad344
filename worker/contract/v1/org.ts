import * as z from "zod/mini";
import { roles } from "../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../endpoint.ts";
import { securityEvent } from "../entities/security-event.ts";
import { orgUser, orgUserShape } from "../entities/user.ts";
import { describe, email, firstName, flag, grantedRoles, lastName, phone, versionField, uuid } from "../fields.ts";
import { listQuery, listReply } from "../paging.ts";

const params = z.object({ id: uuid() });
const callDefaults = { access: "manage_people", tag: "People of the organization" } as const;

export const listOrgUsers = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/org/users",
  query: z.object({
    role: z.optional(z.enum(roles)),
    is_active: flag(),
    has_second_factor: describe(flag(), "Whether the user has a passkey or an authenticator app"),
    ...listQuery(["created_at", "updated_at", "email", "first_name", "last_name"]),
  }),
  status: 200,
  reply: listReply(orgUser),
  errors: [],
  summary: "List the users of your organization",
});

export const getOrgUser = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/org/users/{id}",
  params,
  status: 200,
  reply: reply(orgUserShape),
  errors: ["USR_NOT_FOUND"],
  summary: "Read a user of your organization",
});

export const listOrgUserSecurityEvents = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/org/users/{id}/security-events",
  not_impersonated: true,
  params,
  query: z.object(listQuery(["created_at"])),
  status: 200,
  reply: listReply(securityEvent),
  errors: ["USR_NOT_FOUND"],
  summary: "List the security events of a user of your organization",
  description: "Those of the last 90 days. Search covers city and browser.",
});

export const inviteOrgUser = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/org/users",
  not_impersonated: true,
  body: z.object({
    email: email(),
    first_name: firstName(),
    last_name: lastName(),
    roles: grantedRoles(),
  }),
  status: 201,
  reply: reply(orgUserShape),
  errors: ["USR_EMAIL_EXISTS", "INVALID_ROLES"],
  summary: "Invite a colleague",
  description: "Mails the set-up link. An organization may invite 100 people an hour.",
});

export const updateOrgUser = endpoint({
  ...callDefaults,
  method: "PUT",
  path: "/v1/org/users/{id}",
  params,
  body: z.object({
    first_name: z.optional(firstName()),
    last_name: z.optional(lastName()),
    phone: phone(),
    roles: z.optional(grantedRoles()),
    updated_at: versionField(),
  }),
  status: 200,
  reply: reply(orgUserShape),
  errors: ["USR_NOT_FOUND", "INVALID_ROLES", "OBJECT_OUTDATED"],
  summary: "Change a user of your organization",
  description:
    "Omitted fields keep their value. A change of roles ends the user's sessions and is notified by email. The last active user with the role org keeps it. With `updated_at` concurrent changes are not overwritten.",
});

export const inactivateOrgUser = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/org/users/{id}/inactivate",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND", "INVALID_ROLES"],
  summary: "Inactivate a user of your organization",
  description:
    "Ends all sessions and mailed links of the user at once. You cannot inactivate yourself. Repeating the call changes nothing.",
});

export const reactivateOrgUser = endpoint({
  ...callDefaults,
  method: "POST",
  path: "/v1/org/users/{id}/reactivate",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND"],
  summary: "Reactivate a user of your organization",
});
