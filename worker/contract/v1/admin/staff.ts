import * as z from "zod/mini";
import { staffPresets } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { staffMember, staffMemberShape } from "../../entities/staff-member.ts";
import { describe, flag, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { tag: "Admin: staff", status: 200 } as const;
const params = z.object({ user_id: uuid() });

export const listStaff = endpoint({
  ...callDefaults,
  access: "staff:read",
  method: "GET",
  path: "/v1/admin/staff",
  query: z.object({
    preset: z.optional(z.enum(staffPresets)),
    has_second_factor: describe(flag(), "Whether the user has a passkey or an authenticator app"),
    ...listQuery(["created_at"]),
  }),
  reply: listReply(staffMember),
  errors: [],
  summary: "List administrators with what each may do",
});

export const updateStaff = endpoint({
  ...callDefaults,
  access: "staff:act",
  method: "PUT",
  path: "/v1/admin/staff/{user_id}",
  params,
  body: z.object({ preset: z.enum(staffPresets, { error: "Choose what they may do." }) }),
  reply: reply(staffMemberShape),
  errors: ["USR_NOT_FOUND", "INVALID_ROLES"],
  summary: "Change what an administrator may do",
  description:
    "Holds from the next request of the administrator. 404 USR_NOT_FOUND for other users. The last owner stays owner (INVALID_ROLES).",
});
