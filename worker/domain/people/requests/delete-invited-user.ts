import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";

/** The CTEs that delete the user of the request in CTE `r`, whose `before` has the user's id. */
export const deleteInvitedUserParts = (ctx: Ctx): SQL => sql`
  u as (
    delete from users using r where users.id = (r.before ->> 'user_id')::uuid
    returning users.id, users.org_id, ${beforeAndAfter}
  ),
  ${audited(ctx, "deleteInvitedUser", "user", "u", { as: "removed", changes: diffRows() })}`;
