import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { userSession } from "../../../contract/entities/user.ts";
import { notFound } from "../../../contract/errors.ts";
import { requireManageable } from "../../organizations/index.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { type Page, singlePage } from "../../listing.ts";
import { iso, one } from "../../sql.ts";
import { endImpersonationsParts } from "./acting-ended.ts";
import { endSessionsClause, endSessionImpersonations } from "./sessions.ts";
import { isOpen } from "./usable.ts";

export type UserSession = z.output<typeof userSession>;

const sessionsMax = 100;

export async function listUserSessions(ctx: ReadCtx, userId: string): Promise<Page<UserSession>> {
  const row = await one(
    ctx,
    () => z.object({ sessions: z.array(userSession) }),
    sql`
    select coalesce((
      select json_agg(live order by live.last_seen_at desc) from (
        select s.id, s.kind, s.user_agent,
          ${iso("s.created_at")} as created_at, ${iso("s.last_seen_at")} as last_seen_at
        from sessions s
        where s.user_id = u.id and s.user_epoch = u.session_epoch and s.actor_id is null and ${isOpen}
        order by s.last_seen_at desc limit ${sessionsMax}
      ) live), '[]') as sessions
    from users u where u.id = ${userId}`,
    () => notFound("USR_NOT_FOUND"),
  );
  return singlePage(row.sessions);
}

/** Ends all sessions and authorization codes of the user, and all impersonations by or of the user. Idempotent. */
export async function endUserSessions(ctx: Ctx, userId: string): Promise<void> {
  await requireManageable(ctx, [userId]);
  await one(
    ctx,
    () => z.object({ is_known: z.literal(true) }),
    sql`
    with ended as (
      update users set ${endSessionsClause}
      where id = ${userId} and exists (
        select 1 from sessions s
        where ${isOpen} and (
          (s.user_id = users.id and s.user_epoch = users.session_epoch)
          or (s.actor_id = users.id and s.actor_epoch = users.session_epoch)))
      returning id, org_id, session_epoch
    ),
    ${endImpersonationsParts(ctx, "ended")},
    ${audited(ctx, "endUserSessions", "user", "ended")}
    select true as is_known from users where id = ${userId}`,
    () => notFound("USR_NOT_FOUND"),
  );
}

type UserSessionId = { user_id: string; session_id: string };

/** Ends a session and the impersonations started from it; ignores ended sessions and those of other users. */
export async function endUserSession(ctx: Ctx, { user_id, session_id }: UserSessionId): Promise<void> {
  await requireManageable(ctx, [user_id]);
  await one(
    ctx,
    () => z.object({ is_known: z.literal(true) }),
    sql`
    with ended as (
      update sessions set revoked_at = now()
      where id = ${session_id} and user_id = ${user_id} and actor_id is null and revoked_at is null
      returning user_id as id, (select u.org_id from users u where u.id = sessions.user_id) as org_id
    ),
    ${audited(ctx, "endUserSession", "user", "ended", { data: { session_id } })}
    select true as is_known from users where id = ${user_id}`,
    () => notFound("USR_NOT_FOUND"),
  );
  await endSessionImpersonations(ctx, user_id, session_id);
}
