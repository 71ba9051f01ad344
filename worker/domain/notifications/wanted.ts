import { type SQL, sql } from "drizzle-orm";

/** Whether the settings of row `user` of users allow an optional message by `channel` (O-122). */
export const isWantedBy = (user: string, type: SQL, channel: SQL): SQL => {
  const settings = sql.raw(`${user}.notification_settings`);
  return sql`(
    coalesce((${settings} ->> 'is_subscribed')::boolean, true)
    and not (${channel} = 'email' and coalesce(${settings} -> 'email_off' ? ${type}, false))
  )`;
};

export const hasDigest = (user: string): SQL =>
  sql`(coalesce(${sql.raw(user)}.notification_settings ->> 'digest', 'at_once') <> 'at_once')`;
