import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { recovery, userFactorsShape } from "../../entities/user-factors.ts";
import { uuid } from "../../fields.ts";

const callDefaults = { tag: "Admin: users" } as const;
const params = z.object({ user_id: uuid() });

export const getUserFactors = endpoint({
  ...callDefaults,
  access: "people:read",
  method: "GET",
  path: "/v1/admin/users/{user_id}/second-factor",
  params,
  status: 200,
  reply: reply(userFactorsShape),
  errors: ["USR_NOT_FOUND"],
  summary: "Read what a user has besides the password",
});

export const startRecovery = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "POST",
  path: "/v1/admin/users/{user_id}/second-factor/recovery",
  params,
  status: 201,
  reply: reply(recovery.shape),
  errors: ["USR_NOT_FOUND", "RECOVERY_OWN", "RECOVERY_NOT_POSSIBLE", "RECOVERY_RUNNING"],
  summary: "Begin the recovery of a user who lost all factors",
  description:
    "The user is notified at once and can stop it. After 24 hours a link is mailed, which works once, for 24 hours and with the password. It removes all passkeys, the authenticator app, backup codes, trusted browsers and other sessions.",
});

export const stopRecovery = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "DELETE",
  path: "/v1/admin/users/{user_id}/second-factor/recovery",
  params,
  status: 200,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND"],
  summary: "Stop the recovery of a user",
  description: "Its links stop working. Repeating the call changes nothing.",
});
