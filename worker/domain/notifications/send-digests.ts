import { sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { notificationParts } from "./notify.ts";
import { hasDigest } from "./wanted.ts";

/** Time of day of a digest, in the user's time zone if known, else in UTC. */
const digestTime = sql`interval '8 hours'`;
/** A mail lists this many messages and counts the others. */
const listedMax = 20;

/**
 * Puts the digests that are due into the outbox, one mail for each user, in the statement that marks their entries as
 * sent: a retry finds no entry twice. A daily digest contains the entries from before 8:00 of the user's day, a weekly
 * digest those from before 8:00 of Monday. Renewal reminders never wait longer than a day, because the plan could renew
 * meanwhile. A user who turned digests off gets the remaining entries at once.
 */
export async function sendDigests(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { rowCount } = await ctx.db.execute(sql`
    with due as (
      select d.id
      from digest_entries d
        join users u on u.id = d.user_id
        cross join lateral (select coalesce(u.notification_settings ->> 'time_zone', 'UTC') as name) zone
        cross join lateral (select now() at time zone zone.name - ${digestTime} as time) here
        cross join lateral (
          select u.notification_settings ->> 'digest' = 'weekly'
            and d.type <> 'subscriptionRenewalReminder' as is_weekly
        ) wait
      where d.sent_at is null and (
        not ${hasDigest("u")}
        or d.created_at < (
          date_trunc(case when wait.is_weekly then 'week' else 'day' end, here.time) + ${digestTime}
        ) at time zone zone.name
      )
      for update of d skip locked
    ),
    sent as (
      update digest_entries d set sent_at = now() from due where d.id = due.id
      returning d.id, d.user_id, d.type, d.payload, d.created_at
    ),
    numbered as (
      select *, row_number() over (partition by user_id order by created_at desc, id) as n from sent
    ),
    mails as (
      select u.id, u.email, jsonb_build_object(
        'first_name', u.first_name,
        'last_name', u.last_name,
        'entries', jsonb_agg(jsonb_build_object('type', n.type, 'payload', n.payload) order by n.n)
          filter (where n.n <= ${listedMax}),
        'more', greatest(count(*) - ${listedMax}, 0)
      ) as payload
      from numbered n join users u on u.id = n.user_id and u.is_active
      group by u.id
    ),
    ${notificationParts(
      {
        type: "digest",
        recipient: sql`mails.email`,
        user_id: sql`mails.id`,
        payload: sql`mails.payload`,
        channels: ["email"],
      },
      sql`mails`,
    )}
    select from sent`);
  if (rowCount > 0) ctx.wakeWorkers();
  return { found: rowCount, processed: rowCount };
}
