import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/broadcasts.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../notify.ts";
import { maybeOne, exists, idRow, one, texts } from "../../sql.ts";
import { batchMax } from "./continue-broadcasts.ts";
import { namesInAudience } from "./conditions.ts";
import { getDraft } from "./get-draft.ts";
import { maySendScheduled } from "./may-send-scheduled.ts";
import {
  allowedChannels,
  codeLinkJson,
  toStoredPayload,
  reachedPart,
  hasAudience,
  emptyAudienceError,
  type SendInput,
} from "./audience.ts";

/**
 * `scheduled_by`: the user who scheduled the notification, null if deleted since. Only the job that sends scheduled
 * notifications sets it.
 */
type ScheduleOptions = { scheduled_by?: string | null };
type DraftVersion = Pick<InputOf<typeof contract.draftNotification>["body"], "updated_at">;

/**
 * Queues a notification to an audience, else to a user, else to the active users of an organization or of roles, else
 * to one address (O-107); `queued` counts the messages of all channels. `payload` must be validated by its type. One
 * statement stores the recipients and notifies up to 1,000; larger audiences are notified in batches
 * (`continueBroadcasts`), so that no request takes too long. A repeated `id` sends nothing and returns the first result
 * (M14). @throws NOTIFICATION_ERROR for an empty audience; OBJECT_OUTDATED if the draft has changed since `updated_at`
 */
export async function sendNotification(
  ctx: Ctx,
  send: SendInput & DraftVersion,
  { scheduled_by }: ScheduleOptions = {},
): Promise<{ queued: number }> {
  const id = send.id ?? crypto.randomUUID();
  const { payload } = toStoredPayload(send);
  const { is_new: isNew, queued } = await one(
    ctx,
    () => z.object({ is_new: z.boolean(), queued: z.int() }),
    sql`
    with ${reachedPart(ctx, send)},
    begun as (
      ${insertBroadcast(ctx, { ...send, id, scheduled_by }, sql`now()`, sql`(select count(*) from reached)`)}
      where ${hasAudience}
      ${replaceDraft(send)} ${scheduled_by === undefined ? sql`` : sql`and ${isDue}`}
      returning b.id, b.org_id, b.people, b.payload ->> 'subject' as subject,
        ${effectiveAudience} as audience
    ),
    recipients as (
      insert into broadcast_recipients (broadcast_id, user_id, email, in_app, mail, phone, told_at)
      select begun.id, r.id, r.email, r.in_app, r.mail, r.phone, case when ${isOneBatch} then now() end
      from begun cross join reached r
      returning in_app, mail, phone
    ),
    ${notificationParts(
      {
        type: send.type,
        channels: allowedChannels(ctx, send),
        recipient: sql`r.email`,
        user_id: sql`r.id`,
        payload: sql`${JSON.stringify(payload)}::jsonb || r.names || ${codeLinkJson(ctx, send, sql`r.id`)}`,
        event: sql`'broadcast:' || begun.id`,
      },
      sql`begun join reached r on ${isOneBatch}`,
    )},
    ${audited(ctx, "sendNotification", "notification", "begun", {
      data: sql`jsonb_build_object('type', ${send.type}::text, 'people', begun.people, 'subject', begun.subject,
        'audience', begun.audience, 'audience_names', ${namesInAudience(sql`begun.audience`)},
        'is_scheduled', ${scheduled_by !== undefined}::boolean)`,
      ...(scheduled_by && { by: { actor_id: sql`${scheduled_by}`, impersonator_id: sql`null` } }),
    })}
    select exists (select 1 from begun) as is_new, (
      select coalesce(sum(in_app::int + (mail = 'queued')::int + (phone = 'queued')::int), 0) from recipients
    )::int as queued`,
    () => new Error("a count returned no row"),
  );
  if (isNew) {
    ctx.wakeWorkers();
    return { queued };
  }
  const sentBroadcast = await findSentBroadcast(ctx, id);
  if (!sentBroadcast)
    throw (await isOutdated(ctx, { ...send, id }))
      ? unprocessable("OBJECT_OUTDATED")
      : await emptyAudienceError(ctx, send);
  return sentBroadcast;
}

const isDue = sql`b.send_at <= now() and ${maySendScheduled("b")}`;
const isOneBatch = sql`begun.people <= ${batchMax}`;

/** The audience of a broadcast, with its organization and roles as conditions; null for a single recipient. */
const effectiveAudience = sql`coalesce(b.audience, nullif(jsonb_strip_nulls(jsonb_build_object(
          'org_ids', case when b.org_id is not null then jsonb_build_array(b.org_id) end, 'roles', to_jsonb(b.roles)
        )), '{}'))`;

const insertBroadcast = (
  ctx: Ctx,
  send: SendInput & ScheduleOptions & { id: string },
  sentAt: SQL,
  people: SQL,
): SQL => {
  const { id, type, payload, user_id = null, org_id = null, roles: roleNames, audience } = send;
  const actorId = send.scheduled_by ?? (ctx.actor.kind === "user" ? ctx.actor.user_id : null);
  return sql`insert into broadcasts as b
      (id, type, payload, user_id, org_id, roles, audience, channels,
        created_by, sent_by, sent_at, people, organizations)
    select ${id}::uuid, ${type}, ${JSON.stringify(payload)}::jsonb, ${user_id}::uuid, ${org_id}::uuid,
      ${roleNames ? texts(roleNames) : sql`null::text[]`}, ${audience ? JSON.stringify(audience) : null}::jsonb,
      ${texts(send.channels ?? ["email", "app"])}, ${actorId}::uuid,
      case when ${sentAt} is not null then ${actorId}::uuid end, ${sentAt}, ${people},
      case when ${sentAt} is not null then (select count(distinct org_id) from reached) else 0 end`;
};

const replaceDraft = ({ updated_at }: DraftVersion): SQL => sql`on conflict (id) do update set
    type = excluded.type, payload = excluded.payload, user_id = excluded.user_id, org_id = excluded.org_id,
    roles = excluded.roles, audience = excluded.audience, channels = excluded.channels,
    sent_by = excluded.sent_by, sent_at = excluded.sent_at,
    people = excluded.people, organizations = excluded.organizations,
    send_at = case when excluded.type = b.type then b.send_at end, missed_at = null, missed_reason = null,
    updated_at = greatest(now(), b.updated_at + interval '1 millisecond')
  where b.sent_at is null and b.updated_at = coalesce(${updated_at ?? null}::timestamptz, b.updated_at)`;

const isOutdated = (ctx: Ctx, { id, updated_at }: DraftVersion & { id: string }): Promise<boolean> =>
  exists(ctx, sql`select 1 from broadcasts where id = ${id} and updated_at <> ${updated_at ?? null}::timestamptz`);

const findSentBroadcast = (ctx: Ctx, id: string): Promise<{ queued: number } | undefined> =>
  maybeOne(
    ctx,
    () => z.object({ queued: z.int() }),
    sql`
    select coalesce((
      select sum(r.in_app::int + (r.mail = 'queued')::int + (r.phone = 'queued')::int)
      from broadcast_recipients r where r.broadcast_id = b.id
    ), 0)::int as queued
    from broadcasts b where b.id = ${id} and b.sent_at is not null`,
  );

/**
 * Creates or replaces a draft; a sent broadcast stays unchanged. @throws NOTIFICATION_ERROR for an empty audience;
 * OBJECT_OUTDATED if the draft changed or was sent since `updated_at`
 */
export async function draftNotification(ctx: Ctx, send: SendInput & DraftVersion): Promise<{ id: string }> {
  const id = send.id ?? crypto.randomUUID();
  const isSaved = await exists(
    ctx,
    sql`
    with ${reachedPart(ctx, send)},
    b as (
      ${insertBroadcast(ctx, { ...send, id }, sql`null::timestamptz`, sql`0`)}
      where ${hasAudience}
      ${replaceDraft(send)}
      returning b.id, b.org_id
    ),
    ${audited(ctx, "draftNotification", "notification", "b")}
    select 1 from b`,
  );
  if (isSaved) return { id };
  if (await isOutdated(ctx, { ...send, id })) throw unprocessable("OBJECT_OUTDATED");
  if (!(await findSentBroadcast(ctx, id))) throw await emptyAudienceError(ctx, send);
  return { id };
}

/** @throws USR_NOT_FOUND */
export async function findRecipient(ctx: Ctx, email: string): Promise<string> {
  const query = sql`select u.id from users u where lower(u.email) = ${email}`;
  return (await one(ctx, idRow, query, () => notFound("USR_NOT_FOUND"))).id;
}

/**
 * Sends a draft once; a repetition returns the first result. With `updated_at`, only that version is sent.
 * @throws OBJECT_OUTDATED if the draft has changed since `updated_at`
 */
export async function sendDraft(ctx: Ctx, id: string, updated_at?: string): Promise<{ queued: number }> {
  const draft = await getDraft(ctx, id);
  const isSameVersion = updated_at === undefined || updated_at === draft.updated_at;
  if (!isSameVersion && !draft.is_sent) throw unprocessable("OBJECT_OUTDATED");
  return sendNotification(ctx, draft);
}
