import { type SQL, sql } from "drizzle-orm";
import { isOptional, mailTypeNames } from "../../contract/notification-types.ts";
import { texts } from "../sql.ts";

const optional = mailTypeNames.filter(isOptional);

export const withdrawOptional = (userId: string): SQL => sql`withdrawn as (
    delete from outbox
    where user_id = ${userId} and type = any(${texts(optional)})
      and sent_at is null and failed_at is null and attempts = 0
  )`;

export const withdrawTexts = (which: SQL): SQL => sql`withdrawn as (
    delete from outbox o where ${which} and o.channel = 'phone' and o.sent_at is null and o.failed_at is null
  )`;

/** Untried messages only; `withdrawn` returns a row for each. */
export const withdrawEvent = (event: string): SQL => sql`withdrawn as (
    delete from outbox
    where event = ${event} and sent_at is null and failed_at is null and attempts = 0
    returning 1
  )`;

/** The CTE `mails`: messages of events, locked; `is_held` of those that no worker has begun to send. */
export const mailsOfEvents = (events: SQL): SQL => sql`mails as (
    select id, sent_at is null and failed_at is null and attempts = 0 as is_held
    from outbox
    where event in (${events})
    order by id for update
  )`;

/** Withdraws `mails` and the entries in the inbox of the same events, if `condition` holds. */
export const withdrawEvents = (events: SQL, condition: SQL): SQL => sql`withdrawn as (
    delete from outbox where id in (select id from mails) and ${condition} returning 1
  ),
  withdrawn_entries as (
    delete from notifications where event in (${events}) and ${condition} returning 1
  )`;
