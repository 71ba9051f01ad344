import { type SQL, sql } from "drizzle-orm";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";

/**
 * Parts of a statement whose part `rows` ended sessions (`user_id`, `actor_id`): of those in which an administrator acted as
 * somebody, the audit log and their organization read that it is over.
 */
export const actingEnded = (ctx: Ctx, rows = "ended"): SQL => sql`
  acting as (
    select over.user_id, over.actor_id, u.org_id from ${sql.raw(rows)} over join users u on u.id = over.user_id
    where over.actor_id is not null
  ),
  ${audited(ctx, "endImpersonation", "user", "acting", {
    as: "told_acting",
    subject_id: sql`acting.user_id`,
    by: { actor_id: sql`acting.user_id`, impersonator_id: sql`acting.actor_id` },
  })}`;

/**
 * The same where the part `rows` ended all sessions of people (`id`, `session_epoch`): those in which they acted as somebody are
 * over with them.
 */
export const endingActing = (ctx: Ctx, rows: string): SQL => sql`
  acted as (
    update sessions set revoked_at = now() from ${sql.raw(rows)} gone
    where sessions.actor_id = gone.id and sessions.actor_epoch <> gone.session_epoch and sessions.revoked_at is null
    returning sessions.user_id, sessions.actor_id
  ),
  ${actingEnded(ctx, "acted")}`;
