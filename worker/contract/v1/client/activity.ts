import * as z from "zod/mini";
import { activityActions } from "../../people/activity-sentences.ts";
import { endpoint } from "../../endpoint.ts";
import { activity } from "../../entities/activity.ts";
import { day, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

export const listActivity = endpoint({
  method: "GET",
  path: "/v1/client/activity",
  access: "session",
  query: z.object({
    user_id: z.optional(uuid()),
    action: z.optional(z.enum(activityActions)),
    from: day("First day, in UTC"),
    to: day("Last day, in UTC"),
    ...listQuery(["created_at"]),
  }),
  status: 200,
  reply: listReply(activity),
  errors: [],
  tag: "Organization",
  summary: "List the activity of the organization",
  description:
    "Users with the role org see everything, including impersonation by support; others see their own actions and those of support on their behalf. Search covers user names.",
});
