import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import {
  appStates,
  broadcast,
  broadcastRecipient,
  broadcastShape,
  mailStates,
  type resultsShape,
  textStates,
} from "../../../contract/entities/broadcast.ts";
import { notFound } from "../../../contract/errors.ts";
import { definitionOf, sendableTypeNames } from "../../../contract/notification-types.ts";
import type { ListQuery } from "../../../contract/paging.ts";
import type { ReadCtx } from "../../context.ts";
import { type Page, readPage } from "../../listing.ts";
import { selectFields } from "../../select-of.ts";
import { one } from "../../sql.ts";
import { namesInAudience } from "./conditions.ts";
import { maySendScheduled } from "./may-send-scheduled.ts";

export type Broadcast = z.output<typeof broadcast>;
export type BroadcastRecipient = z.output<typeof broadcastRecipient>;
type Results = z.output<z.ZodMiniObject<typeof resultsShape>>;

const userNameJson = (column: SQL): SQL => sql`(
  select json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
  from users u where u.id = ${column}
)`;

const secretTypes = sql.raw(
  sendableTypeNames
    .filter((type) => definitionOf(type).is_secret)
    .map((type) => `'${type}'`)
    .join(", "),
);

const columns = selectFields(broadcastShape, "b", {
  // Everybody who has the link can open the account of its recipient.
  payload: sql`case when b.type in (${secretTypes}) then b.payload - 'code' - 'url' else b.payload end`,
  state: sql`case
    when b.sent_at is not null then 'sent' when b.send_at is not null then 'scheduled' else 'draft'
  end`,
  subject: sql`b.payload ->> 'subject'`,
  org_name: sql`(select o.name from organizations o where o.id = b.org_id)`,
  roles: sql`to_json(b.roles)`,
  audience_names: namesInAudience(sql`b.audience`),
  channels: sql`to_json(b.channels)`,
  created_by: userNameJson(sql`b.created_by`),
  sent_by: userNameJson(sql`b.sent_by`),
  scheduled_by: userNameJson(sql`b.scheduled_by`),
  is_blocked: sql`(b.sent_at is null and b.send_at is not null and not ${maySendScheduled("b")})`,
});

type Filter = { state?: Broadcast["state"] | undefined; type?: string | undefined };

const isInState: Record<Broadcast["state"], SQL> = {
  draft: sql`b.sent_at is null and b.send_at is null`,
  scheduled: sql`b.sent_at is null and b.send_at is not null`,
  sent: sql`b.sent_at is not null`,
};

export const listBroadcasts = (ctx: ReadCtx, query: ListQuery & Filter): Promise<Page<Broadcast>> =>
  readPage(ctx, query, {
    shape: () => broadcast,
    columns,
    from: sql`broadcasts b`,
    where: [query.state && isInState[query.state], query.type && sql`b.type = ${query.type}`],
    text: sql`(b.type || ' ' || coalesce(b.payload ->> 'subject', ''))`,
    alias: "b",
  });

/**
 * State of the message to recipient `r` of broadcast `b`. A missing message counts as withdrawn, and after 30 days as
 * sent, because sent messages are deleted then.
 */
function deliveryState(channel: "email" | "phone", planned: SQL): SQL {
  const isReturned = sql`exists (
    select 1 from users u
    where u.id = r.user_id and lower(u.returned_email) = lower(r.email) and u.email_returned_at >= o.created_at
  )`;
  const state = sql`case
    when o.failed_at is not null then 'given-up'
    when o.sent_at is null then 'waiting'
    when ${channel === "email" ? isReturned : sql`false`} then 'bounced'
    else 'sent'
  end`;
  const messageState = (isOfRecipient: SQL) => sql`(
    select ${state} from outbox o
    where o.event = 'broadcast:' || r.broadcast_id and o.channel = ${channel} and ${isOfRecipient}
    limit 1
  )`;
  return sql`case when ${planned} <> 'queued' then ${planned} when r.told_at is null then 'waiting' else coalesce(
    ${messageState(sql`o.user_id = r.user_id`)},
    ${channel === "email" ? digestState : sql`null`},
    case when r.user_id is null then ${messageState(sql`o.user_id is null and o.recipient = r.email`)} end,
    case when r.created_at < now() - interval '30 days' then 'sent' else 'withdrawn' end
  ) end`;
}

const digestState = sql`(
  select case when d.sent_at is null then 'waiting' else 'sent' end from digest_entries d
  where d.event = 'broadcast:' || r.broadcast_id and d.user_id = r.user_id
)`;

const mailState = deliveryState("email", sql`r.mail`);
const textState = deliveryState("phone", sql`r.phone`);
const appState = sql`case when not r.in_app then 'none' when r.told_at is null then 'waiting' when exists (
  select 1 from notifications n
  where n.event = 'broadcast:' || r.broadcast_id and n.user_id = r.user_id and n.read_at is not null
) then 'read' else 'unread' end`;

const countByState = (column: "app" | "email" | "phone"): SQL => sql`coalesce((
  select json_object_agg(counted.state, counted.n)
  from (select states.${sql.raw(column)} as state, count(*) as n from states group by 1) counted
), '{}')`;

export async function getBroadcast(ctx: ReadCtx, id: string): Promise<Broadcast & { results: Results }> {
  const counts = z.record(z.string(), z.int());
  const { row, app, email, phone } = await one(
    ctx,
    () => z.object({ row: broadcast, app: counts, email: counts, phone: counts }),
    sql`
    with states as materialized (
      select ${appState} as app, ${mailState} as email, ${textState} as phone
      from broadcast_recipients r where r.broadcast_id = ${id}
    )
    select
      (select row_to_json(one) from (select ${columns} from broadcasts b where b.id = ${id}) one) as row,
      ${countByState("app")} as app,
      ${countByState("email")} as email,
      ${countByState("phone")} as phone
    from broadcasts b where b.id = ${id}`,
    () => notFound("NOTIFICATION_NOT_FOUND"),
  );
  return {
    ...row,
    results: {
      app: fillStates(appStates, app),
      email: fillStates(mailStates, email),
      phone: fillStates(textStates, phone),
    },
  };
}

const fillStates = <S extends string>(states: readonly S[], counts: Record<string, number>): Record<S, number> =>
  Object.fromEntries(states.map((state) => [state, counts[state] ?? 0])) as Record<S, number>;

const recipientColumns = selectFields(broadcastRecipient.shape, "r", {
  name: sql`u.first_name || ' ' || u.last_name`,
  app: appState,
  mail: mailState,
  phone: textState,
});

type RecipientFilter = {
  broadcast_id?: string | undefined;
  mail?: string | undefined;
  app?: string | undefined;
};

export const listBroadcastRecipients = (
  ctx: ReadCtx,
  query: ListQuery & RecipientFilter,
): Promise<Page<BroadcastRecipient>> =>
  readPage(ctx, query, {
    shape: () => broadcastRecipient,
    columns: recipientColumns,
    from: sql`broadcast_recipients r`,
    join: sql`left join users u on u.id = r.user_id`,
    where: [
      query.broadcast_id && sql`r.broadcast_id = ${query.broadcast_id}`,
      query.mail && sql`${mailState} = ${query.mail}`,
      query.app && sql`${appState} = ${query.app}`,
    ],
    text: sql`r.email`,
    alias: "r",
  });
