import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound } from "../../../contract/errors.ts";
import { audited } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { one, uuids } from "../../sql.ts";

type MarkResult = { found: number; changed: number };
type MarkAction = "readNotification" | "unreadNotification" | "readNotifications" | "unreadNotifications";

/** Idempotent (O-132). */
export const markNotificationRead = (ctx: Ctx, id: string): Promise<void> => markOne(ctx, "readNotification", id);

/** Idempotent (O-132). */
export const markNotificationUnread = (ctx: Ctx, id: string): Promise<void> => markOne(ctx, "unreadNotification", id);

/** Without `ids`, all unread notifications are marked; other users' notifications are ignored. */
export const markNotificationsRead = (ctx: Ctx, ids?: string[]): Promise<MarkResult> =>
  mark(ctx, "readNotifications", ids && sql`n.id = any(${uuids(ids)})`);

export const markNotificationsUnread = (ctx: Ctx, ids: string[]): Promise<MarkResult> =>
  mark(ctx, "unreadNotifications", sql`n.id = any(${uuids(ids)})`);

async function markOne(ctx: Ctx, action: "readNotification" | "unreadNotification", id: string): Promise<void> {
  const { found } = await mark(ctx, action, sql`n.id = ${id}`);
  if (found === 0) throw notFound("NOTIFICATION_NOT_FOUND");
}

/** A call that changes notifications writes one audit entry, which counts them. */
function mark(ctx: Ctx, action: MarkAction, condition: SQL = sql`n.read_at is null`): Promise<MarkResult> {
  const { user_id, org_id } = requireUser(ctx);
  const isRead = action.startsWith("read");
  return one(
    ctx,
    () => z.object({ found: z.int(), changed: z.int() }),
    sql`
    with mine as (select n.id from notifications n where n.user_id = ${user_id} and ${condition}),
    changed as (
      update notifications n set read_at = ${isRead ? sql`now()` : sql`null`}
      where n.id in (select id from mine) and n.user_id = ${user_id} and (n.read_at is null) = ${isRead}
      returning n.id
    ),
    acted as (select ${user_id}::uuid as id, ${org_id}::uuid as org_id, count(*) as n from changed having count(*) > 0),
    ${audited(ctx, action, "user", "acted", { data: sql`jsonb_build_object('notifications', acted.n)` })}
    select (select count(*) from mine)::int as found, (select count(*) from changed)::int as changed`,
    () => new Error("a count returned no row"),
  );
}
