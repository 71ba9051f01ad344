import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { notified } from "../notify.ts";
import { maybeOne, exists, idRow, one, texts } from "../../sql.ts";
import { partMax } from "./continue-broadcasts.ts";
import { getDraft } from "./get-draft.ts";
import { channelsOf, linkOfCodeFor, payloadOf, reached, reachesSomebody, refusalOf, type Send } from "./audience.ts";

/** A draft as it was read: another one is not replaced. */
type Seen = { updated_at?: string | undefined };

/**
 * Queues a notification to a person, else to the active people of an organization or of roles, else to one address (O-107);
 * `queued` counts the messages of all channels. The payload has been checked by its type. One statement keeps to whom it goes
 * and tells up to 1,000 people; more are told part by part (`continueBroadcasts`), so that no request is too long. Under an
 * `id` it is sent once, whoever asks and however often, and answered as it was (M14).
 * Throws USR_NOT_FOUND, ORG_NOT_FOUND; NOTIFICATION_ERROR when there is nobody to send it to; OBJECT_OUTDATED when the draft is
 * not the one of `updated_at` any more.
 */
export async function sendNotification(ctx: Ctx, send: Send & Seen): Promise<{ queued: number }> {
  const id = send.id ?? crypto.randomUUID();
  const { payload } = payloadOf(send);
  const { is_new: isNew, queued } = await one(
    ctx,
    () => z.object({ is_new: z.boolean(), queued: z.int() }),
    sql`
    with ${reached(ctx, send)},
    begun as (
      ${kept(ctx, { ...send, id }, sql`now()`, sql`(select count(*) from reached)`)}
      where ${reachesSomebody}
      ${replacing(send)}
      returning b.id, b.org_id, b.people
    ),
    recipients as (
      insert into broadcast_recipients (broadcast_id, user_id, email, in_app, mail, phone, told_at)
      select begun.id, r.id, r.email, r.in_app, r.mail, r.phone, case when ${isAtOnce} then now() end
      from begun cross join reached r
      returning in_app, mail, phone
    ),
    ${notified(
      {
        type: send.type,
        channels: channelsOf(ctx, send),
        recipient: sql`r.email`,
        user_id: sql`r.id`,
        payload: sql`${JSON.stringify(payload)}::jsonb || r.names || ${linkOfCodeFor(ctx, send, sql`r.id`)}`,
        event: sql`'broadcast:' || begun.id`,
      },
      sql`begun join reached r on ${isAtOnce}`,
    )},
    ${audited(ctx, "sendNotification", "notification", "begun", {
      data: sql`jsonb_build_object('type', ${send.type}::text, 'people', begun.people)`,
    })}
    select exists (select 1 from begun) as is_new, (
      select coalesce(sum(in_app::int + (mail = 'queued')::int + (phone = 'queued')::int), 0) from recipients
    )::int as queued`,
    () => new Error("a count was answered by nothing"),
  );
  if (isNew) {
    ctx.wakeWorkers();
    return { queued };
  }
  const sent = await findSent(ctx, id);
  if (!sent)
    throw (await isOutdated(ctx, { ...send, id })) ? unprocessable("OBJECT_OUTDATED") : await refusalOf(ctx, send);
  return sent;
}

const isAtOnce = sql`begun.people <= ${partMax}`;

/** The insert of a notification that is kept; a draft while `sentAt` is null. */
const kept = (ctx: Ctx, send: Send & { id: string }, sentAt: SQL, people: SQL): SQL => {
  const { id, type, payload, user_id = null, org_id = null, roles: held } = send;
  const by = ctx.actor.kind === "user" ? ctx.actor.user_id : null;
  return sql`insert into broadcasts as b
      (id, type, payload, user_id, org_id, roles, channels, created_by, sent_by, sent_at, people, organizations)
    select ${id}::uuid, ${type}, ${JSON.stringify(payload)}::jsonb, ${user_id}::uuid, ${org_id}::uuid,
      ${held ? texts(held) : sql`null::text[]`}, ${texts(send.channels ?? ["email", "app"])}, ${by}::uuid,
      case when ${sentAt} is not null then ${by}::uuid end, ${sentAt}, ${people},
      case when ${sentAt} is not null then (select count(distinct org_id) from reached) else 0 end`;
};

/** A draft under the same id is replaced while it is the one that was read; what was sent never is. */
const replacing = ({ updated_at }: Seen): SQL => sql`on conflict (id) do update set
    type = excluded.type, payload = excluded.payload, user_id = excluded.user_id, org_id = excluded.org_id,
    roles = excluded.roles, channels = excluded.channels, sent_by = excluded.sent_by, sent_at = excluded.sent_at,
    people = excluded.people, organizations = excluded.organizations,
    updated_at = greatest(now(), b.updated_at + interval '1 millisecond')
  where b.sent_at is null and b.updated_at = coalesce(${updated_at ?? null}::timestamptz, b.updated_at)`;

/** Whether there is another one under the id than that of `updated_at`. */
const isOutdated = (ctx: Ctx, { id, updated_at }: Seen & { id: string }): Promise<boolean> =>
  exists(ctx, sql`select 1 from broadcasts where id = ${id} and updated_at <> ${updated_at ?? null}::timestamptz`);

/** What was sent under an id before. */
const findSent = (ctx: Ctx, id: string): Promise<{ queued: number } | undefined> =>
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
 * Keeps a notification to look at before it is sent; under the id of a draft it replaces that one, and what was sent stays as
 * it is. Throws USR_NOT_FOUND, ORG_NOT_FOUND; NOTIFICATION_ERROR when there is nobody to send it to; OBJECT_OUTDATED when it is
 * not the one of `updated_at` any more, or was sent since.
 */
export async function draftNotification(ctx: Ctx, send: Send & Seen): Promise<{ id: string }> {
  const id = send.id ?? crypto.randomUUID();
  const isKept = await exists(
    ctx,
    sql`
    with ${reached(ctx, send)},
    b as (
      ${kept(ctx, { ...send, id }, sql`null::timestamptz`, sql`0`)}
      where ${reachesSomebody}
      ${replacing(send)}
      returning b.id, b.org_id
    ),
    ${audited(ctx, "draftNotification", "notification", "b")}
    select 1 from b`,
  );
  if (isKept) return { id };
  if (await isOutdated(ctx, { ...send, id })) throw unprocessable("OBJECT_OUTDATED");
  if (!(await findSent(ctx, id))) throw await refusalOf(ctx, send);
  return { id };
}

/** Whose address it is. Throws USR_NOT_FOUND. */
export async function findRecipient(ctx: Ctx, email: string): Promise<string> {
  const who = sql`select u.id from users u where lower(u.email) = ${email}`;
  return (await one(ctx, idRow, who, () => notFound("USR_NOT_FOUND"))).id;
}

/**
 * Sends a draft, once; done again it answers what was sent. With `updated_at`, the one that was looked at, nothing else is sent.
 * Throws NOTIFICATION_NOT_FOUND, and what sendNotification throws; OBJECT_OUTDATED when somebody changed it since.
 */
export async function sendDraft(ctx: Ctx, id: string, updated_at?: string): Promise<{ queued: number }> {
  const draft = await getDraft(ctx, id);
  const isRead = updated_at === undefined || updated_at === draft.updated_at;
  if (!isRead && !draft.is_sent) throw unprocessable("OBJECT_OUTDATED");
  return sendNotification(ctx, draft);
}
