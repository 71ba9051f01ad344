import * as z from "zod/mini";
import { done, endpoint } from "../../../endpoint.ts";
import { userSession } from "../../../entities/user.ts";
import { uuid } from "../../../fields.ts";
import { listReply } from "../../../paging.ts";

const shared = { access: "manage_shop", tag: "Admin: users", status: 200 } as const;
const params = z.object({ user_id: uuid() });

/** One or more people, each once. */
const userIds = () =>
  z.array(uuid()).check(
    z.minLength(1),
    z.maxLength(100),
    z.overwrite((ids) => [...new Set(ids)]),
  );

export const inactivateUsers = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/users/inactivate",
  body: z.object({ user_ids: userIds() }),
  reply: done,
  errors: ["USR_NOT_FOUND", "USR_STAYS_ACTIVE"],
  summary: "Inactivate several users, all or none",
  description: "Ends all their sessions at once. Those who are inactive already stay so.",
});

export const sendSetUpLinks = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/users/set-up-links",
  body: z.object({ user_ids: userIds() }),
  reply: done,
  errors: ["USR_NOT_FOUND", "USR_NOT_AWAITED"],
  summary: "Mail several users their set-up link again, all or none",
  description: "For those who are active and have never set a password. Older links stop working.",
});

export const listUserSessions = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/users/{user_id}/sessions",
  params,
  reply: listReply(userSession),
  errors: ["USR_NOT_FOUND"],
  summary: "List where a user is signed in",
  description: "The live sessions of the person themselves, by last use, 100 at most.",
});

export const endUserSessions = endpoint({
  ...shared,
  method: "DELETE",
  path: "/v1/admin/users/{user_id}/sessions",
  params,
  reply: done,
  errors: ["USR_NOT_FOUND"],
  summary: "Sign a user out everywhere",
  description: "Ends the sessions in which somebody acts as them, too. Doing it twice changes nothing.",
});

export const endUserSession = endpoint({
  ...shared,
  method: "DELETE",
  path: "/v1/admin/users/{user_id}/sessions/{session_id}",
  params: z.object({ user_id: uuid(), session_id: uuid() }),
  reply: done,
  errors: ["USR_NOT_FOUND"],
  summary: "End one session of a user",
  description: "One that is over, or is not theirs, changes nothing.",
});
