import { type SQL, sql } from "drizzle-orm";
import { iso } from "../../sql.ts";

/** A passkey or an enabled authenticator app; backup codes alone do not count. */
export const hasFactor = (user: "u" | "a" | "users"): SQL => {
  const id = sql.raw(`${user}.id`);
  return sql`(
    exists (select 1 from passkeys p where p.user_id = ${id})
    or exists (select 1 from totp_secrets t where t.user_id = ${id} and t.enabled_at is not null))`;
};

/** Time at which the user added the oldest of their current factors; null without a factor. */
export const secondFactorSince = (user: "u"): SQL => {
  const id = sql.raw(`${user}.id`);
  return sql`(
    select ${iso("min(f.at)")} from (
      select p.created_at as at from passkeys p where p.user_id = ${id}
      union all
      select t.enabled_at from totp_secrets t where t.user_id = ${id} and t.enabled_at is not null
    ) f)`;
};

/** An array of `factorKinds`; empty without a factor. */
export const provableFactors = (user: "u" | "a" | "users"): SQL => {
  const id = sql.raw(`${user}.id`);
  return sql`(
    case when ${hasFactor(user)} then array_remove(array[
      case when exists (select 1 from passkeys p where p.user_id = ${id}) then 'passkey' end,
      case when exists (
        select 1 from totp_secrets t where t.user_id = ${id} and t.enabled_at is not null
      ) then 'totp' end,
      case when exists (
        select 1 from backup_codes b where b.user_id = ${id} and b.used_at is null
      ) then 'backup_code' end
    ], null) else '{}'::text[] end)`;
};
