import { type SQL, sql } from "drizzle-orm";
import { hasUnsubscribeLink, mailTypeNames } from "../../contract/notification-types.ts";
import { texts } from "../sql.ts";
import { isWantedBy } from "./wanted.ts";

const optionalTypes = mailTypeNames.filter(hasUnsubscribeLink);

/** Withdraws untried optional messages and digest entries that the user's settings in CTE `users` no longer allow. */
export const withdrawUnwantedPart = (users: SQL): SQL => sql`withdrawn as (
    delete from outbox o using ${users} u
    where o.user_id = u.id and o.type = any(${texts(optionalTypes)})
      and o.sent_at is null and o.failed_at is null and o.attempts = 0
      and not ${isWantedBy("u", sql`o.type`, sql`o.channel`)}
  ),
  withdrawn_entries as (
    delete from digest_entries d using ${users} u
    where d.user_id = u.id and d.sent_at is null and not ${isWantedBy("u", sql`d.type`, sql`'email'`)}
  )`;

export const withdrawTextsPart = (which: SQL): SQL => sql`withdrawn as (
    delete from outbox o where ${which} and o.channel = 'phone' and o.sent_at is null and o.failed_at is null
  )`;

/** Withdraws the untried messages and digest entries of an event; `withdrawn` returns a row for each message. */
export const withdrawEventPart = (event: string): SQL => sql`withdrawn_from_digest as (
    delete from digest_entries where event = ${event} and sent_at is null
  ),
  withdrawn as (
    delete from outbox
    where event = ${event} and sent_at is null and failed_at is null and attempts = 0
    returning 1
  )`;

/** The CTE `mails`: locks the messages of events; `is_held` is true while no worker has begun to send the message. */
export const lockEventMailsPart = (events: SQL): SQL => sql`mails as (
    select id, sent_at is null and failed_at is null and attempts = 0 as is_held
    from outbox
    where event in (${events})
    order by id for update
  )`;

/** Withdraws the messages in `mails` and the inbox entries of the same events, if `condition` holds. */
export const withdrawEventsPart = (events: SQL, condition: SQL): SQL => sql`withdrawn as (
    delete from outbox where id in (select id from mails) and ${condition} returning 1
  ),
  withdrawn_entries as (
    delete from notifications where event in (${events}) and ${condition} returning 1
  )`;
