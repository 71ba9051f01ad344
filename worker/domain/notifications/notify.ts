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
import { hasDigest, isWantedBy } from "./wanted.ts";

export type NotificationInput = {
  type: MailType | SQL;
  recipient: SQL;
  user_id: SQL;
  /**
   * jsonb without the secret part of a link, which is derived on delivery from `code_id` or from an id in the payload.
   */
  payload: SQL;
  code_id?: SQL;
  /** Idempotency key, for events that the change itself does not deduplicate (M14). */
  event?: SQL;
  channels?: readonly NotificationChannel[];
  /** Delays delivery by this many seconds, in which the message can be withdrawn by its event. */
  hold_s?: number | undefined;
  /**
   * Texts of a test mail by template id, as jsonb; absent for other mails. The recipient's settings do not apply to a
   * test mail, because the recipient requested it.
   */
  test_texts?: SQL;
  /** Prefix of the CTE names, for statements with two notifications. */
  as?: string;
};

/**
 * CTEs that notify of the change that their statement makes, once for each row of `from`: a mail in the outbox and an
 * entry in the app's inbox (T21). A failed change notifies of nothing, and no round trip is added. The user's settings
 * of that moment apply: reminders and news that are turned off appear only in the app (O-122), and mails of those that
 * are on may wait for the user's digest. Text messages of the types that the user chose go to the verified number. If
 * `channels` requests text messages, they go to the verified number or else to the profile's. A number that answered
 * STOP gets none, and no text message contains a sign-in link. `<as>_app` and `<as>_out` return a row for each new
 * message.
 */
export function notificationParts(input: NotificationInput, from: SQL = sql`(select 1) one`): SQL {
  const { as = "told", channels, code_id = sql`null`, event = sql`null`, hold_s = 0, test_texts } = input;
  const cteName = (suffix = "") => sql.raw(as + suffix);
  const isInApp = channels ? sql`${channels.includes("app")}` : sql`told.type in (${inAppTypeList})`;
  const isMailed = channels?.includes("email") ?? true;
  const isNeverTexted = channels ? !channels.includes("phone") : isStaticType(input.type) && !isTextable(input.type);
  const isForDigest = test_texts === undefined && (!isStaticType(input.type) || isOptional(input.type));
  const isTexted = channels ? sql`true` : sql`(told.type = any(chosen.types) and told.type in (${textableTypeList}))`;
  const textTarget = sql`
          union all
          select 'phone', ${phoneForTexts("chosen", "person")}
          where ${isTexted} and ${canBeTexted("chosen", "person")}`;
  return sql`${cteName()} as (
      select
        (${input.type})::text as type, (${input.recipient})::text as recipient, (${input.user_id})::uuid as user_id,
        (${input.payload})::jsonb as payload, (${code_id})::uuid as code_id, (${event})::text as event
      from ${from}
    ),
    ${cteName("_app")} as (
      insert into notifications (user_id, type, payload, event)
      select distinct on (told.user_id, told.type, told.event, told.payload)
        told.user_id, told.type, told.payload, told.event
      from ${cteName()} told where told.user_id is not null and ${isInApp}
      on conflict do nothing returning 1
    ),
    ${isForDigest ? digestEntriesPart(cteName(), cteName("_digest"), isMailed) : sql``}
    ${cteName("_out")} as (
      insert into outbox (channel, type, recipient, user_id, payload, code_id, event, next_at, texts)
      select target.channel, told.type, target.recipient, told.user_id, told.payload, told.code_id, told.event,
        now() + ${hold_s} * interval '1 second', (${test_texts ?? sql`null`})::jsonb
      from ${cteName()} told
        left join users person on person.id = told.user_id
        ${isNeverTexted ? sql`` : sql`left join user_phones chosen on chosen.user_id = told.user_id`}
        cross join lateral (
          select 'email' as channel, told.recipient where ${isMailed} ${isNeverTexted ? sql`` : textTarget}
        ) target
      where ${test_texts ? sql`true` : isWanted}
        ${isForDigest ? sql`and not ${isCollected} and not ${isInDigest}` : sql``}
      on conflict do nothing returning 1
    )`;
}

const isStaticType = (type: MailType | SQL): type is MailType => typeof type === "string";
const isTextable = (type: MailType): boolean => textableTypes.some((each) => each === type);

/**
 * The number for text messages, from row `verified` of user_phones and row `person` of users: the verified number, else
 * the profile's, in E.164 if it has a country code.
 */
export const phoneForTexts = (verified: string, person: string): SQL =>
  sql.raw(`coalesce(${verified}.number, case
    when ${person}.phone like '+%' then '+' || regexp_replace(${person}.phone, '\\D', '', 'g') else ${person}.phone
  end)`);

export const canBeTexted = (verified: string, person: string): SQL => {
  const number = phoneForTexts(verified, person);
  return sql`(${number} is not null and not exists (select 1 from phone_opt_outs o where o.number = ${number}))`;
};

const quotedList = (types: readonly MailType[]): SQL => sql.raw(types.map((type) => `'${type}'`).join(", "));
const inAppTypeList = quotedList(notificationTypeNames.filter((type) => definitionOf(type).channels.includes("app")));
const textableTypeList = quotedList(textableTypes);
const optionalTypeList = quotedList(mailTypeNames.filter(isOptional));

const isWanted = sql`(
  told.type not in (${optionalTypeList})
  or person.id is null
  or ${isWantedBy("person", sql`told.type`, sql`target.channel`)}
)`;

/** Whether a mail waits for the user's next digest. */
const isCollected = sql`coalesce(
  told.type in (${optionalTypeList}) and target.channel = 'email' and ${hasDigest("person")}, false
)`;

// The digest setting may change between two announcements of an event, which still get one mail (M14).
const isInDigest = sql`(
  target.channel = 'email'
  and exists (select 1 from digest_entries d where d.event = told.event and d.user_id = told.user_id)
)`;
const isInOutbox = sql`exists (
  select 1 from outbox o where o.event = told.event and o.channel = target.channel and o.user_id = told.user_id
)`;

const digestEntriesPart = (source: SQL, name: SQL, isMailed: boolean): SQL =>
  isMailed
    ? sql`${name} as (
      insert into digest_entries (user_id, type, payload, event)
      select told.user_id, told.type, told.payload, told.event
      from ${source} told
        join users person on person.id = told.user_id
        cross join (select 'email' as channel) target
      where ${isWanted} and ${isCollected} and not ${isInOutbox}
      on conflict do nothing
    ),`
    : sql``;
