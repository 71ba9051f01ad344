import { type SQL, sql } from "drizzle-orm";
import type { NotificationChannel, Role } from "../../../db/enums.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { definitionOf, isOptional, type NoticeType, noticeTypes } from "../../contract/notification-types.ts";
import type { Ctx } from "../context.ts";
import { hasRow, texts } from "../sql.ts";

export type Send = {
  type: NoticeType;
  payload: Record<string, unknown>;
  user_id?: string | undefined;
  org_id?: string | undefined;
  roles?: Role[] | undefined;
  channels?: NotificationChannel[] | undefined;
  /** Under which it is sent once. */
  id?: string | undefined;
};

/** The names of people are filled in for each of them. */
const named = { first_name: "-", last_name: "-" };

/** What is kept of a payload that its type has checked: no names, and nothing that is made when it is sent. */
export function payloadOf({ type, payload }: Send): { payload: Record<string, unknown>; email: string | undefined } {
  const given: Record<string, unknown> = noticeTypes[type].payload.parse({ ...named, ...payload });
  const { user_email: email, support_email: _support, unsubscribe_url: _unsubscribe, ...rest } = given;
  return { payload: rest, email: typeof email === "string" ? email.toLowerCase() : undefined };
}

/** What carries a link that opens an account goes by e-mail alone; where no text messages are sent, none are queued. */
export function channelsOf(ctx: Ctx, { type, channels = ["email", "app"] }: Send): NotificationChannel[] {
  const { is_secret: isSecret } = definitionOf(type);
  const hasSms = ctx.gateways.sms !== undefined;
  return channels.filter((channel) => channel === "email" || (!isSecret && (channel === "app" || hasSms)));
}

/**
 * The part `reached as (...)` of a statement: whom a notification goes to, and by which ways, by the settings of each as
 * `notified` asks for them. Throws NOTIFICATION_ERROR where nobody is named.
 */
export function reached(ctx: Ctx, send: Send): SQL {
  const channels = channelsOf(ctx, send);
  const people = peopleOf(send, payloadOf(send).email);
  if (!people || channels.length === 0) throw unprocessable("NOTIFICATION_ERROR");
  const isOff = sql`(${isOptional(send.type)} and not p.is_subscribed)`;
  return sql`reached as materialized (
      select p.*, ${channels.includes("app")} and p.id is not null as in_app,
        case when not ${channels.includes("email")} then 'none' when ${isOff} then 'off' else 'queued' end as mail,
        case
          when not ${channels.includes("phone")} then 'none'
          when p.phone_number is null then 'no-number'
          when ${isOff} then 'off'
          else 'queued'
        end as phone
      from (${people}) p
    )`;
}

/** Whether anybody gets anything. */
export const reachesSomebody = sql`exists (
  select 1 from reached r where r.in_app or r.mail = 'queued' or r.phone = 'queued'
)`;

/** Undefined where nobody is named. Who was inactivated is told of that alone. */
function peopleOf({ type, user_id, org_id, roles }: Send, email: string | undefined): SQL | undefined {
  const isPerson = (which: SQL) => sql`
    select u.id, u.email, u.org_id, u.phone as phone_number, coalesce(u.returned_email = u.email, false) as is_returned,
      coalesce((u.notification_settings ->> 'is_subscribed')::boolean, true) as is_subscribed,
      jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name) as names
    from users u
    where ${which} and (u.is_active or ${type === "userInactivated"})`;
  if (user_id) return isPerson(sql`u.id = ${user_id}`);
  const held = roles && sql`u.roles && ${texts(roles)}`;
  if (org_id) return isPerson(held ? sql`u.org_id = ${org_id} and ${held}` : sql`u.org_id = ${org_id}`);
  if (held) return isPerson(held);
  if (email === undefined) return undefined;
  return sql`${isPerson(sql`lower(u.email) = ${email}`)}
    union all
    select null, ${email}, null, null, false, true, '{}'::jsonb
    where not exists (select 1 from users u where lower(u.email) = ${email})`;
}

/** Why nobody is reached. */
export async function refusalOf(ctx: Ctx, { user_id, org_id }: Send): Promise<Error> {
  if (user_id && !(await hasRow(ctx, sql`select 1 from users where id = ${user_id}`))) return notFound("USR_NOT_FOUND");
  if (!user_id && org_id && !(await hasRow(ctx, sql`select 1 from organizations where id = ${org_id}`)))
    return notFound("ORG_NOT_FOUND");
  return unprocessable("NOTIFICATION_ERROR");
}
