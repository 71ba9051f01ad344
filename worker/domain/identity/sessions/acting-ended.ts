import { type SQL, sql } from "drizzle-orm";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";

/**
 * CTEs that audit the end of each impersonation among the sessions (`user_id`, `actor_id`) that the CTE `rows` ended,
 * so that the organization's activity shows it.
 */
export const auditEndedImpersonations = (ctx: Ctx, rows = "ended"): SQL => sql`
  acting as (
    select over.user_id, over.actor_id, u.org_id from ${sql.raw(rows)} over join users u on u.id = over.user_id
    where over.actor_id is not null
  ),
  ${audited(ctx, "endImpersonation", "user", "acting", {
    as: "audited_acting",
    subject_id: sql`acting.user_id`,
    by: { actor_id: sql`acting.user_id`, impersonator_id: sql`acting.actor_id` },
  })}`;

/** CTEs that end the impersonations started by users whose sessions the CTE `rows` (`id`, `session_epoch`) ended. */
export const endImpersonationsParts = (ctx: Ctx, rows: string): SQL => sql`
  acted as (
    update sessions set revoked_at = now() from ${sql.raw(rows)} gone
    where sessions.actor_id = gone.id and sessions.actor_epoch <> gone.session_epoch and sessions.revoked_at is null
    returning sessions.user_id, sessions.actor_id
  ),
  ${auditEndedImpersonations(ctx, "acted")}`;
