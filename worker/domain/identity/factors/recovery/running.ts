import { type SQL, sql } from "drizzle-orm";
import { iso } from "../../../sql.ts";

/** Postgres intervals, because the database's clock decides. The user can stop the recovery during both periods. */
export const recoveryWait = "24 hours";
export const recoveryLinkLife = "24 hours";

/** Condition on a recovery (alias r), whose `expires_at` is null until its link is mailed. */
export const isRunning: SQL = sql`(
  r.used_at is null and r.stopped_at is null and (r.expires_at is null or r.expires_at > now()))`;

export const recoveryColumns: SQL = sql`
  ${iso("r.begun_at")} as begun_at, ${iso("r.due_at")} as due_at, ${iso("r.mailed_at")} as mailed_at,
  ${iso("r.expires_at")} as expires_at, (
    select b.first_name || ' ' || b.last_name from users b where b.id = r.begun_by
  ) as begun_by`;

/**
 * A CTE that stops the recoveries of the users of `rows` (`id`), for changes of a password or address and
 * deactivations. Otherwise an attacker who reset the password by mail could remove the factors with the mailbox alone.
 */
export const stopRecoveriesParts = (rows: string): SQL => sql`
  unrecovered as (
    update second_factor_recoveries r set stopped_at = now() from ${sql.raw(rows)} changed
    where r.user_id = changed.id and ${isRunning}
  )`;
