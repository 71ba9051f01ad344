import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { NotificationChannel, Role } from "../../../db/enums.ts";
import { notFound, unprocessable } from "../../contract/errors.ts";
import { definitionOf, type NotificationType, notificationTypes } from "../../contract/notification-types.ts";
import { audited } from "../audit/index.ts";
import type { Ctx } from "../context.ts";
import { hasRow, required, texts } from "../sql.ts";
import { notified } from "../notifications/index.ts";

export type Send = {
  type: NotificationType;
  payload: Record<string, unknown>;
  user_id?: string | undefined;
  org_id?: string | undefined;
  roles?: Role[] | undefined;
  channels?: NotificationChannel[] | undefined;
};

/** The names of people are filled in for each of them. */
const named = { first_name: "-", last_name: "-" };

/**
 * Queues a notification to a person, else to the active people of an organization or of roles, else to one address (O-107);
 * `queued` counts the messages of all channels. The payload has been checked by its type. Nobody gets it twice, whatever
 * names them (M14). Throws USR_NOT_FOUND, ORG_NOT_FOUND; NOTIFICATION_ERROR when there is nobody to send it to.
 */
export async function sendNotification(ctx: Ctx, send: Send): Promise<{ queued: number }> {
  const { type, user_id, org_id } = send;
  const given: Record<string, unknown> = notificationTypes[type].payload.parse({ ...named, ...send.payload });
  const { user_email: email, support_email: _support, unsubscribe_url: _unsubscribe, ...payload } = given;
  const from = peopleOf(send, typeof email === "string" ? email.toLowerCase() : undefined);
  const channels = channelsOf(send, ctx.gateways.sms !== undefined);
  if (!from || channels.length === 0) throw unprocessable("NOTIFICATION_ERROR");
  const { queued } = await required(
    ctx,
    () => z.object({ queued: z.int() }),
    sql`
    with people as (${from}),
    ${notified(
      {
        type,
        channels,
        recipient: sql`people.email`,
        user_id: sql`people.id`,
        payload: sql`${JSON.stringify(payload)}::jsonb || people.names`,
        event: sql`'send:' || ${ctx.request_id}::text || ':' || lower(people.email)`,
      },
      sql`people`,
    )},
    request as (
      select ${user_id ?? ctx.request_id}::text as id, ${org_id ?? null}::uuid as org_id, count(*) as people from people
    ),
    ${audited(ctx, "sendNotification", "notification", "request", {
      data: sql`jsonb_build_object('type', ${type}::text, 'people', request.people)`,
    })}
    select ((select count(*) from told_app) + (select count(*) from told_out))::int as queued`,
    () => new Error("a count was answered by nothing"),
  );
  if (queued === 0) throw await refusalOf(ctx, send);
  ctx.wakeWorkers();
  return { queued };
}

/** What carries a link that opens an account goes by e-mail alone; where no text messages are sent, none are queued. */
function channelsOf({ type, channels = ["email", "app"] }: Send, hasSms: boolean): NotificationChannel[] {
  const { is_secret: isSecret } = definitionOf(type);
  return channels.filter((channel) => channel === "email" || (!isSecret && (channel === "app" || hasSms)));
}

const names = sql`jsonb_build_object('first_name', u.first_name, 'last_name', u.last_name)`;

/** Undefined where nobody is named. Who was inactivated is told of that alone. */
function peopleOf({ type, user_id, org_id, roles }: Send, email: string | undefined): SQL | undefined {
  const isPerson = (which: SQL) => sql`
    select u.id, u.email, ${names} as names from users u
    where ${which} and (u.is_active or ${type === "userInactivated"})`;
  if (user_id) return isPerson(sql`u.id = ${user_id}`);
  const held = roles && sql`u.roles && ${texts(roles)}`;
  if (org_id) return isPerson(held ? sql`u.org_id = ${org_id} and ${held}` : sql`u.org_id = ${org_id}`);
  if (held) return isPerson(held);
  if (email === undefined) return undefined;
  return sql`${isPerson(sql`lower(u.email) = ${email}`)}
    union all
    select null, ${email}, '{}'::jsonb where not exists (select 1 from users u where lower(u.email) = ${email})`;
}

async function refusalOf(ctx: Ctx, { user_id, org_id }: Send): Promise<Error> {
  if (user_id && !(await hasRow(ctx, sql`select 1 from users where id = ${user_id}`))) return notFound("USR_NOT_FOUND");
  if (!user_id && org_id && !(await hasRow(ctx, sql`select 1 from organizations where id = ${org_id}`)))
    return notFound("ORG_NOT_FOUND");
  return unprocessable("NOTIFICATION_ERROR");
}
