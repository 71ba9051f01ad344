import * as z from "zod/mini";
import { roles, staffPresets, verificationScopes } from "../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { adminUser, adminUserShape } from "../../entities/user.ts";
import {
  describe,
  email,
  firstName,
  flag,
  grantedRoles,
  lastName,
  orgId,
  phone,
  versionField,
  uuid,
} from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const params = z.object({ user_id: uuid() });
const callDefaults = { tag: "Admin: users" } as const;

const userIds = () =>
  z.array(uuid()).check(
    z.minLength(1),
    z.maxLength(100),
    z.overwrite((ids) => [...new Set(ids)]),
  );

export const listUsers = endpoint({
  ...callDefaults,
  access: "people:read",
  method: "GET",
  path: "/v1/admin/users",
  query: z.object({
    org_id: z.optional(uuid("Invalid Organization Id.")),
    role: z.optional(z.enum(roles)),
    is_active: flag(),
    is_set_up: flag(),
    has_returned_mail: describe(flag(), "Whether the last email to the user bounced"),
    ...listQuery(["created_at", "updated_at", "email", "first_name", "last_name"]),
  }),
  status: 200,
  reply: listReply(adminUser),
  errors: [],
  summary: "List users",
});

export const getUser = endpoint({
  ...callDefaults,
  access: "people:read",
  method: "GET",
  path: "/v1/admin/users/{user_id}",
  params,
  status: 200,
  reply: reply(adminUserShape),
  errors: ["USR_NOT_FOUND"],
  summary: "Read a user",
});

export const createUser = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "POST",
  path: "/v1/admin/users",
  body: z.object({
    org_id: orgId(),
    email: email(),
    first_name: firstName(),
    last_name: lastName(),
    phone: phone(),
    roles: grantedRoles(),
    preset: z.optional(describe(z.enum(staffPresets), "What an administrator may do; default: owner")),
  }),
  status: 201,
  reply: reply(adminUserShape),
  errors: ["USR_EMAIL_EXISTS", "ORG_NOT_FOUND", "INVALID_ROLES"],
  summary: "Invite a user",
  description:
    "Mails the set-up link. Only users of the shop's own organization can be administrators (INVALID_ROLES), and only owners invite them.",
});

export const updateUser = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "PUT",
  path: "/v1/admin/users/{user_id}",
  params,
  body: z.object({
    org_id: z.optional(orgId()),
    first_name: z.optional(firstName()),
    last_name: z.optional(lastName()),
    phone: phone(),
    roles: z.optional(grantedRoles()),
    updated_at: versionField(),
  }),
  status: 200,
  reply: reply(adminUserShape),
  errors: ["USR_NOT_FOUND", "ORG_NOT_FOUND", "INVALID_ROLES", "OBJECT_OUTDATED"],
  summary: "Change a user",
  description:
    "Omitted fields keep their value. A change of roles or organization ends the user's sessions. Another organization also empties the user's cart, and a quote in it can be accepted again. Only owners change administrators. The last owner cannot lose the role admin, and only users of the shop's own organization can have it (INVALID_ROLES); a new administrator is an owner. With `updated_at` concurrent changes are not overwritten.",
});

export const startEmailChange = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "POST",
  path: "/v1/admin/users/{user_id}/email-change",
  params,
  body: z.object({ new_email: email() }),
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND", "USR_EMAIL_EXISTS"],
  summary: "Start an email change for a user",
});

export const inactivateUser = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "POST",
  path: "/v1/admin/users/{user_id}/inactivate",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND"],
  summary: "Inactivate a user",
  description:
    "Ends all sessions and mailed links of the user at once. You cannot inactivate yourself. Repeating the call changes nothing.",
});

export const reactivateUser = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "POST",
  path: "/v1/admin/users/{user_id}/reactivate",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND"],
  summary: "Reactivate a user",
});

export const resetUserPassword = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "POST",
  path: "/v1/admin/users/{user_id}/password-reset",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND", "USR_NOT_AWAITED"],
  summary: "Send a user a password reset link",
  description:
    "A user who is not set up gets the set-up link, but not while a change of their address waits for its confirmation (USR_NOT_AWAITED).",
});

export const createVerificationUrl = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "POST",
  path: "/v1/admin/users/{user_id}/verification-url",
  params,
  body: z.optional(z.object({ scope: z.optional(z.enum(verificationScopes)) })),
  status: 200,
  reply: reply({ url: z.string() }),
  errors: ["USR_NOT_FOUND", "NO_EMAIL_CHANGE_REQUEST"],
  summary: "Create a verification link to hand over in person",
  description:
    "Default scope: set-up for a user without a password, otherwise password reset. Older links of that scope stop working.",
});

export const inactivateUsers = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "POST",
  path: "/v1/admin/users/inactivate",
  body: z.object({ user_ids: userIds() }),
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND", "USR_STAYS_ACTIVE"],
  summary: "Inactivate several users, all or none",
  description: "Ends all their sessions and mailed links at once. Users who are already inactive stay inactive.",
});

export const sendSetUpLinks = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "POST",
  path: "/v1/admin/users/set-up-links",
  body: z.object({ user_ids: userIds() }),
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND", "USR_NOT_AWAITED"],
  summary: "Resend the set-up link to several users, all or none",
  description:
    "Only for active users who have never set a password, and not while a change of their address waits for its confirmation. Older links stop working.",
});
