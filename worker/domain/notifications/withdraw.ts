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
