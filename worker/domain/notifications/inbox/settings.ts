import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { notFound } from "../../../contract/errors.ts";
import { digestFrequencies, type OptionalType, optionalTypes } from "../../../contract/notification-choices.ts";
import type * as contract from "../../../contract/v1/client/notifications.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import { currentUserId } from "../../current-user.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { one, texts } from "../../sql.ts";
import { withdrawUnwantedPart } from "../withdraw.ts";

/** `is_subscribed` false turns every optional type off; true restores the user's own choices. */
export type NotificationSettings = {
  email: string;
  is_subscribed: boolean;
  email_off: OptionalType[];
  digest: (typeof digestFrequencies)[number];
};

const settingsRow = () =>
  z.object({
    email: z.string(),
    is_subscribed: z.boolean(),
    email_off: z.array(z.string()),
    digest: z.enum(digestFrequencies),
  });

const columns = sql`
  u.email,
  coalesce((u.notification_settings ->> 'is_subscribed')::boolean, true) as is_subscribed,
  coalesce(u.notification_settings -> 'email_off', '[]') as email_off,
  coalesce(u.notification_settings ->> 'digest', 'at_once') as digest`;

const toSettings = ({ email_off, ...row }: z.output<ReturnType<typeof settingsRow>>): NotificationSettings => ({
  ...row,
  email_off: optionalTypes.filter((type) => email_off.includes(type)),
});

/** The session lookup or the check of the unsubscribe link found the user, so a missing row is a bug. */
const missingUserError = () => new Error("the signed-in user vanished");

export const getNotificationSettings = async (ctx: ReadCtx): Promise<NotificationSettings> =>
  toSettings(
    await one(
      ctx,
      settingsRow,
      sql`select ${columns} from users u where u.id = ${currentUserId(ctx)}`,
      missingUserError,
    ),
  );

export async function findNotificationSettings(ctx: ReadCtx, userId: string): Promise<NotificationSettings> {
  const row = await one(ctx, settingsRow, sql`select ${columns} from users u where u.id = ${userId}`, () =>
    notFound("USR_NOT_FOUND"),
  );
  return toSettings(row);
}

type Action = "subscribe" | "unsubscribe" | "changeNotificationSettings";

/** Stores the value of `next` as the user's settings, and withdraws untried messages that are no longer wanted. */
export async function writeSettings(
  ctx: Ctx,
  action: Action,
  userId: string,
  next: SQL,
): Promise<NotificationSettings> {
  const row = await one(
    ctx,
    settingsRow,
    sql`
    with u as (
      update users set notification_settings = ${next}, updated_at = now() where id = ${userId}
      returning *, ${beforeAndAfter}
    ),
    ${withdrawUnwantedPart(sql`u`)},
    ${audited(ctx, action, "user", "u", { changes: diffRows() })}
    select ${columns} from u`,
    missingUserError,
  );
  return toSettings(row);
}

const disabledMailTypes = sql`coalesce(notification_settings -> 'email_off', '[]')`;

export const withSubscription = (isSubscribed: boolean): SQL =>
  sql`notification_settings || jsonb_build_object('is_subscribed', ${isSubscribed}::boolean)`;

export const withMailsSwitched = (types: readonly OptionalType[], isOn: boolean, isSubscribing = false): SQL => {
  const subscribed = isSubscribing ? sql`'{"is_subscribed": true}'::jsonb ||` : sql``;
  const added = isOn ? sql`'[]'::jsonb` : sql`to_jsonb(${texts([...types])})`;
  return sql`notification_settings || ${subscribed}
    jsonb_build_object('email_off', (${disabledMailTypes} - ${texts([...types])}) || ${added})`;
};

type SettingsChange = InputOf<typeof contract.updateNotificationSettings>["body"];

/** Omitted settings keep their value. */
export const updateNotificationSettings = (ctx: Ctx, change: SettingsChange): Promise<NotificationSettings> => {
  const email_off = change.email_off && [...new Set(change.email_off)].toSorted();
  const changeJson = JSON.stringify({ is_subscribed: change.is_subscribed, email_off, digest: change.digest });
  const zone = change.digest === undefined ? sql`` : sql` || ${timeZoneJson(ctx)}`;
  return writeSettings(
    ctx,
    "changeNotificationSettings",
    requireUser(ctx).user_id,
    sql`notification_settings || ${changeJson}::jsonb${zone}`,
  );
};

/**
 * jsonb with the viewer's time zone, which sets the hour of digests; empty for UTC and zones that Postgres does not
 * know.
 */
const timeZoneJson = (ctx: Ctx): SQL => {
  const zone = ctx.time_zone();
  return zone === "UTC"
    ? sql`'{}'::jsonb`
    : sql`coalesce(
        (select jsonb_build_object('time_zone', name) from pg_timezone_names where name = ${zone} limit 1),
        '{}'::jsonb
      )`;
};

/**
 * Turns the mails of some types on or off; other types keep their state, even if another window changed them meanwhile.
 */
export const switchMails = (ctx: Ctx, types: readonly OptionalType[], isOn: boolean): Promise<NotificationSettings> =>
  writeSettings(ctx, "changeNotificationSettings", requireUser(ctx).user_id, withMailsSwitched(types, isOn));
