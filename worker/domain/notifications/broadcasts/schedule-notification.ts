import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { BadRequest, Failure, unprocessable } from "../../../contract/errors.ts";
import { pages } from "../../../contract/pages.ts";
import { currentUserId } from "../../current-user.ts";
import type { Ctx } from "../../context.ts";
import { hasStaffPermission } from "../../permissions.ts";
import { exists, iso, many, maybeOne } from "../../sql.ts";
import { pageUrl } from "../../page-url.ts";
import { notificationParts } from "../notify.ts";
import {
  audited,
  beforeAndAfter,
  diffRows,
  type JobCounts,
  runInOrder,
  scheduleQueueMessage,
} from "../../platform/index.ts";
import { emptyAudienceError, hasAudience, reachedPart } from "./audience.ts";
import { type Draft, getDraft } from "./get-draft.ts";
import { maySendScheduled } from "./may-send-scheduled.ts";
import { sendNotification } from "./send-notification.ts";

type Schedule = { send_at: string | null; updated_at?: string | undefined };

const scheduledRow = () => z.object({ is_soon: z.boolean() });

/**
 * Sets the time at which a draft is sent; null makes it a plain draft again. @throws NOTIFICATION_NOT_FOUND;
 * NOTIFICATION_ERROR for an empty audience; BadRequest for a time in the past; OBJECT_OUTDATED if the draft was sent,
 * or has changed since `updated_at`
 */
export async function scheduleNotification(ctx: Ctx, id: string, { send_at, updated_at }: Schedule): Promise<void> {
  const draft = await getDraft(ctx, id);
  const recipientsPart = send_at === null ? sql`` : sql`${reachedPart(ctx, draft)},`;
  const scheduledDraft = await maybeOne(
    ctx,
    scheduledRow,
    sql`
    with ${recipientsPart}
    b as (
      update broadcasts set send_at = ${send_at}::timestamptz, missed_at = null, missed_reason = null,
        scheduled_by = case when ${send_at}::timestamptz is not null then ${currentUserId(ctx)} end,
        updated_at = greatest(now(), updated_at + interval '1 millisecond')
      where id = ${id} and sent_at is null and updated_at = ${updated_at ?? draft.updated_at}::timestamptz
        and ${send_at === null ? sql`true` : sql`${send_at}::timestamptz > now() and ${hasAudience}`}
      returning id, org_id, send_at, ${beforeAndAfter}
    ),
    ${audited(ctx, "scheduleNotification", "notification", "b", {
      data: { is_canceled: send_at === null },
      changes: diffRows(),
    })}
    select coalesce(send_at < now() + interval '15 minutes', false) as is_soon from b`,
  );
  if (!scheduledDraft) throw await refusalFor(ctx, draft, { send_at, updated_at });
  // A job that runs every quarter of an hour finds notifications for later times.
  if (scheduledDraft.is_soon) await scheduleQueueMessage(ctx);
}

async function refusalFor(ctx: Ctx, draft: Draft, { send_at, updated_at }: Schedule): Promise<Error> {
  const isCurrent = !draft.is_sent && (updated_at ?? draft.updated_at) === draft.updated_at;
  if (!isCurrent || send_at === null) return unprocessable("OBJECT_OUTDATED");
  if (await exists(ctx, sql`select 1 where ${send_at}::timestamptz <= now()`))
    return new BadRequest([{ code: "custom", path: ["send_at"], message: "Choose a time in the future." }]);
  return emptyAudienceError(ctx, draft);
}

const dueMax = 20;
const dueRow = () => z.object({ id: z.string(), scheduled_by: z.nullable(z.string()) });

/**
 * Sends the notifications whose time has come, each in one statement that also marks it as sent: concurrent and
 * interrupted workers send each once. A notification without recipients, or whose scheduler may no longer send it,
 * becomes a draft again, with the reason.
 */
export async function sendScheduledNotifications(ctx: Ctx): Promise<JobCounts> {
  const rows = await many(
    ctx,
    dueRow,
    sql`
    select id, scheduled_by from broadcasts where sent_at is null and send_at <= now()
    order by send_at, id limit ${dueMax}`,
  );
  const sent = await runInOrder(rows, (row) => sendScheduled(ctx, row));
  return { found: rows.length, processed: sent.filter(Boolean).length };
}

async function sendScheduled(ctx: Ctx, { id, scheduled_by }: z.output<ReturnType<typeof dueRow>>): Promise<boolean> {
  try {
    const draft = await getDraft(ctx, id);
    await sendNotification(ctx, draft, { scheduled_by });
    return true;
  } catch (error) {
    const isRefused = error instanceof BadRequest || error instanceof Failure;
    if (!isRefused) throw error;
    // The draft was changed, canceled or sent since it was read.
    if (error instanceof Failure && error.errcode === "OBJECT_OUTDATED") return false;
    await recordMissed(ctx, id);
    ctx.wakeWorkers();
    return false;
  }
}

/**
 * Turns a due notification back into a draft. If the user who scheduled it may no longer send it, all owners get a
 * mail, so that one of them can take it over.
 */
const recordMissed = (ctx: Ctx, id: string) =>
  ctx.db.execute(sql`
    with due as (
      select id, send_at, ${maySendScheduled("b")} as is_allowed from broadcasts b
      where id = ${id} and sent_at is null and send_at <= now()
      for update
    ),
    b as (
      update broadcasts set send_at = null, missed_at = now(),
        missed_reason = case when due.is_allowed then 'no_recipients' else 'no_permission' end,
        updated_at = greatest(now(), broadcasts.updated_at + interval '1 millisecond')
      from due
      where broadcasts.id = due.id
      returning broadcasts.*, due.send_at as due_at, ${beforeAndAfter}
    ),
    ${notificationParts(
      {
        type: "scheduledNotSent",
        recipient: sql`u.email`,
        user_id: sql`u.id`,
        payload: sql`jsonb_build_object(
          'first_name', u.first_name, 'last_name', u.last_name, 'scheduled_by', (
            select a.first_name || ' ' || a.last_name from users a where a.id = b.scheduled_by
          ), 'about', b.payload ->> 'subject', 'due_at', ${iso("b.due_at")},
          'url', ${pageUrl(ctx, pages.adminNotification, { id: sql`b.id` })})`,
        event: sql`'not-sent:' || b.id || ':' || ${iso("b.missed_at")}`,
      },
      sql`b join users u on u.is_active and u.agreed_at is not null and ${hasStaffPermission("u", "staff:act")}
        where b.missed_reason = 'no_permission'`,
    )},
    ${audited(ctx, "sendScheduledNotifications", "notification", "b", {
      data: sql`jsonb_build_object('reason', b.missed_reason)`,
      changes: diffRows(),
    })}
    select 1 from b`);
