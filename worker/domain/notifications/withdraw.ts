import { type SQL, sql } from "drizzle-orm";
import { isOptional, mailTypeNames } from "../../contract/notification-types.ts";
import { texts } from "../sql.ts";

const optional = mailTypeNames.filter(isOptional);

/** The part of a statement that takes back reminders and news for a person that were queued and not tried yet. */
export const withdrawn = (userId: string): SQL => sql`withdrawn as (
    delete from outbox
    where user_id = ${userId} and type = any(${texts(optional)})
      and sent_at is null and failed_at is null and attempts = 0
  )`;

/** The part of a statement that takes back text messages that wait; `which` is about outbox o. */
export const withdrawnTexts = (which: SQL): SQL => sql`withdrawn as (
    delete from outbox o where ${which} and o.channel = 'phone' and o.sent_at is null and o.failed_at is null
  )`;

/** The same for what was queued with that name of an event; `withdrawn` answers a row for each. */
export const withdrawnEvent = (event: string): SQL => sql`withdrawn as (
    delete from outbox
    where event = ${event} and sent_at is null and failed_at is null and attempts = 0
    returning 1
  )`;
