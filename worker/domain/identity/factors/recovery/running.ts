import { type SQL, sql } from "drizzle-orm";
import { iso } from "../../../sql.ts";

/** Postgres intervals, because the database's clock decides. The user can stop the recovery during both. */
export const recoveryWait = "24 hours";
export const recoveryLinkLife = "24 hours";

/**
 * Condition on a recovery (alias r) that was neither used nor stopped, and whose link still works or is yet to come.
 */
export const isRunning: SQL = sql`(
  r.used_at is null and r.stopped_at is null and (r.expires_at is null or r.expires_at > now()))`;

/** Columns of a recovery (alias r) for replies. */
export const recoveryColumns: SQL = sql`
  ${iso("r.begun_at")} as begun_at, ${iso("r.due_at")} as due_at, ${iso("r.mailed_at")} as mailed_at,
  ${iso("r.expires_at")} as expires_at, (
    select b.first_name || ' ' || b.last_name from users b where b.id = r.begun_by
  ) as begun_by`;

/**
 * A CTE for a change of the password or address of the users `rows` (`id`), or their deactivation: it stops their
 * recoveries, which would otherwise let an attacker who made the change sign in with the mailbox alone.
 */
export const stopRecoveriesParts = (rows: string): SQL => sql`
  unrecovered as (
    update second_factor_recoveries r set stopped_at = now() from ${sql.raw(rows)} changed
    where r.user_id = changed.id and ${isRunning}
  )`;
