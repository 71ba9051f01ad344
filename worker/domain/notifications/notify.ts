import { type SQL, sql } from "drizzle-orm";
import type { NotificationChannel } from "../../../db/enums.ts";
import {
  definitionOf,
  isOptional,
  type MailType,
  mailTypeNames,
  notificationTypeNames,
  textableTypes,
} from "../../contract/notification-types.ts";

export type Notice = {
  type: MailType | SQL;
  /** The address of the mail. */
  recipient: SQL;
  /** Whose notification it is; null for somebody without an account. */
  user_id: SQL;
  /** jsonb; without the secret part of a link, which is derived from `code_id` when the mail is sent. */
  payload: SQL;
  code_id?: SQL;
  /** Names what happened, where the change alone does not keep it from being told of twice (M14). */
  event?: SQL;
  /** Where it goes in place of the channels of its type. */
  channels?: readonly NotificationChannel[];
  /** Keeps what is sent back for so many seconds, in which it can be withdrawn by its event. */
  hold_s?: number | undefined;
  /** Another name of the parts, where a statement has two. */
  as?: string;
};

/**
 * The parts of a statement that tell of the change that it makes, once for each row of `from`: a mail in the outbox, and what
 * the app shows the person (T21). So nobody is told of what did not happen, no round trip is added, and the settings of the
 * person are those of that moment: who turned reminders and news off gets them in the app alone (O-122). By phone goes what
 * a person chose for their verified number, or what `channels` ask for, which takes the number of their profile where none is
 * verified; never to a number whose owner answered STOP, and never what opens an account. `<as>_app` and `<as>_out` answer a row for each that was new.
 */
export function notified(notice: Notice, from: SQL = sql`(select 1) one`): SQL {
  const { as = "told", channels, code_id = sql`null`, event = sql`null`, hold_s = 0 } = notice;
  const part = (suffix = "") => sql.raw(as + suffix);
  const isInApp = channels ? sql`${channels.includes("app")}` : sql`told.type in (${shownInApp})`;
  const isMailed = channels?.includes("email") ?? true;
  const isNeverTexted = channels ? !channels.includes("phone") : isKnown(notice.type) && !isTextable(notice.type);
  const isTexted = channels ? sql`true` : sql`(told.type = any(chosen.types) and told.type in (${textable}))`;
  const texted = sql`
          union all
          select 'phone', ${phoneOf("chosen", "person")}
          where ${isTexted} and ${canBeTexted("chosen", "person")}`;
  return sql`${part()} as (
      select
        (${notice.type})::text as type, (${notice.recipient})::text as recipient, (${notice.user_id})::uuid as user_id,
        (${notice.payload})::jsonb as payload, (${code_id})::uuid as code_id, (${event})::text as event
      from ${from}
    ),
    ${part("_app")} as (
      insert into notifications (user_id, type, payload, event)
      select distinct on (told.user_id, told.type, told.event, told.payload)
        told.user_id, told.type, told.payload, told.event
      from ${part()} told where told.user_id is not null and ${isInApp}
      on conflict do nothing returning 1
    ),
    ${part("_out")} as (
      insert into outbox (channel, type, recipient, user_id, payload, code_id, event, next_at)
      select way.channel, told.type, way.recipient, told.user_id, told.payload, told.code_id, told.event,
        now() + ${hold_s} * interval '1 second'
      from ${part()} told
        left join users person on person.id = told.user_id
        ${isNeverTexted ? sql`` : sql`left join user_phones chosen on chosen.user_id = told.user_id`}
        cross join lateral (
          select 'email' as channel, told.recipient where ${isMailed} ${isNeverTexted ? sql`` : texted}
        ) way
      where ${wants}
      on conflict do nothing returning 1
    )`;
}

const isKnown = (type: MailType | SQL): type is MailType => typeof type === "string";
const isTextable = (type: MailType): boolean => textableTypes.some((each) => each === type);

/**
 * Where text messages go, of row `verified` of user_phones and row `person` of users: the verified number, else that of the
 * profile, in the spelling of E.164 where it has its country code.
 */
export const phoneOf = (verified: string, person: string): SQL =>
  sql.raw(`coalesce(${verified}.number, case
    when ${person}.phone like '+%' then '+' || regexp_replace(${person}.phone, '\\D', '', 'g') else ${person}.phone
  end)`);

/** Whether there is such a number, and its owner did not answer STOP. */
export const canBeTexted = (verified: string, person: string): SQL => {
  const number = phoneOf(verified, person);
  return sql`(${number} is not null and not exists (select 1 from phone_opt_outs o where o.number = ${number}))`;
};

const listed = (types: readonly MailType[]): SQL => sql.raw(types.map((type) => `'${type}'`).join(", "));
const shownInApp = listed(notificationTypeNames.filter((type) => definitionOf(type).channels.includes("app")));
const textable = listed(textableTypes);
const optional = listed(mailTypeNames.filter(isOptional));

const wants = sql`(
  told.type not in (${optional})
  or coalesce((person.notification_settings ->> 'is_subscribed')::boolean, true)
)`;
