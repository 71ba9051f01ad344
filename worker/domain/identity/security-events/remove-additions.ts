import { type SQL, sql } from "drizzle-orm";

/**
 * CTEs that remove from the accounts of `rows` (`user_id`) what an attacker may have added from `since` on: passkeys,
 * the authenticator app, backup codes and the phone, and every known and trusted browser, whenever it was added.
 */
export const removeAdditionsParts = (rows: string, since: string): SQL => {
  const account = sql.raw(`${rows} account`);
  const start = sql.raw(`account.${since}`);
  return sql`
    forgotten as (delete from known_browsers b using ${account} where b.user_id = account.user_id),
    untrusted as (delete from trusted_browsers b using ${account} where b.user_id = account.user_id),
    passkey as (
      delete from passkeys p using ${account} where p.user_id = account.user_id and p.created_at >= ${start}
    ),
    app as (
      delete from totp_secrets t using ${account}
      where t.user_id = account.user_id and coalesce(t.enabled_at, t.created_at) >= ${start}
    ),
    backup_code as (
      delete from backup_codes b using ${account} where b.user_id = account.user_id and b.created_at >= ${start}
    ),
    phone as (
      delete from user_phones p using ${account} where p.user_id = account.user_id and p.verified_at >= ${start}
    )`;
};
