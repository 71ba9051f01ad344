import * as z from "zod/mini";
import { emptyReply, endpoint } from "../../endpoint.ts";
import { userSession } from "../../entities/user.ts";
import { uuid } from "../../fields.ts";
import { listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: users", status: 200 } as const;
const params = z.object({ user_id: uuid() });

export const listUserSessions = endpoint({
  ...callDefaults,
  access: "people:read",
  method: "GET",
  path: "/v1/admin/users/{user_id}/sessions",
  params,
  reply: listReply(userSession),
  errors: ["USR_NOT_FOUND"],
  summary: "List the sessions of a user",
  description: "Live sessions of the user, excluding impersonation, by last use; at most 100.",
});

export const endUserSessions = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "DELETE",
  path: "/v1/admin/users/{user_id}/sessions",
  params,
  reply: emptyReply,
  errors: ["USR_NOT_FOUND"],
  summary: "Sign a user out everywhere",
  description: "Also ends sessions that impersonate the user. Repeating the call changes nothing.",
});

export const endUserSession = endpoint({
  ...callDefaults,
  access: "people:act",
  method: "DELETE",
  path: "/v1/admin/users/{user_id}/sessions/{session_id}",
  params: z.object({ user_id: uuid(), session_id: uuid() }),
  reply: emptyReply,
  errors: ["USR_NOT_FOUND"],
  summary: "End one session of a user",
  description: "An ended session, or one of another user, is ignored.",
});
