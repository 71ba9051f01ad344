import * as z from "zod/mini";
import { roles } from "../../../db/enums.ts";
import { done, endpoint, reply } from "../endpoint.ts";
import { orgUser, orgUserShape } from "../entities/user.ts";
import { email, firstName, flag, grantedRoles, lastName, phone, seenAt, uuid } from "../fields.ts";
import { listQuery, listReply } from "../paging.ts";

const params = z.object({ id: uuid() });
const shared = { access: "manage_people", tag: "People of the organization" } as const;

export const listOrgUsers = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/org/users",
  query: z.object({
    role: z.optional(z.enum(roles)),
    is_active: flag(),
    ...listQuery(["created_at", "updated_at", "email", "first_name", "last_name"]),
  }),
  status: 200,
  reply: listReply(orgUser),
  errors: [],
  summary: "List the people of the own organization",
});

export const getOrgUser = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/org/users/{id}",
  params,
  status: 200,
  reply: reply(orgUserShape),
  errors: ["USR_NOT_FOUND"],
  summary: "Read one of them",
});

export const inviteOrgUser = endpoint({
  ...shared,
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
  ...shared,
  method: "PUT",
  path: "/v1/org/users/{id}",
  params,
  body: z.object({
    first_name: z.optional(firstName()),
    last_name: z.optional(lastName()),
    phone: phone(),
    roles: z.optional(grantedRoles()),
    updated_at: seenAt(),
  }),
  status: 200,
  reply: reply(orgUserShape),
  errors: ["USR_NOT_FOUND", "INVALID_ROLES", "OBJECT_OUTDATED"],
  summary: "Change one of them",
  description:
    "Fields left out keep their value. A change of roles ends the person's sessions and is told to them by mail. The last active person with the role org keeps it. With `updated_at` nothing is overwritten that somebody else changed meanwhile.",
});

export const inactivateOrgUser = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/org/users/{id}/inactivate",
  params,
  status: 200,
  reply: done,
  errors: ["USR_NOT_FOUND", "INVALID_ROLES"],
  summary: "Inactivate one of them",
  description: "Ends all their sessions at once. Nobody can inactivate themselves. Doing it twice changes nothing.",
});

export const reactivateOrgUser = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/org/users/{id}/reactivate",
  params,
  status: 200,
  reply: done,
  errors: ["USR_NOT_FOUND"],
  summary: "Reactivate one of them",
});
