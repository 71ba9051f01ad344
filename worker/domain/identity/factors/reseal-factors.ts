import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { seal, sealKeyId, unseal } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { many, type RowOf, uuids } from "../../sql.ts";
import { resealBackupCode } from "./backup-code.ts";

/** Users per statement. */
const usersMax = 100;

const sealedRow = () => z.object({ user_id: z.string(), sealed: z.string() });
type SealedSecret = RowOf<typeof sealedRow>;
type ResealedSecret = SealedSecret & { again: string };

/**
 * Seals authenticator secrets and backup codes with the current key while keys are rotated, because their users would
 * be locked out once the previous key is removed.
 */
export async function resealFactors(ctx: Ctx): Promise<{ found: number; processed: number }> {
  const { CODE_PEPPER, CODE_PEPPER_PREVIOUS } = ctx.settings;
  const counts = { found: 0, processed: 0 };
  if (CODE_PEPPER_PREVIOUS === "") return counts;
  const key = await sealKeyId(CODE_PEPPER);
  const isOld = sql`sealed_by is distinct from ${key}`;
  let lastUserId: string | null = null;
  do {
    const users: { id: string }[] = await many(
      ctx,
      () => z.object({ id: z.string() }),
      sql`
      select id from users
      where id > coalesce(${lastUserId}::uuid, '00000000-0000-0000-0000-000000000000')
        and (
          exists (select 1 from totp_secrets where user_id = users.id and ${isOld})
          or exists (select 1 from backup_codes where user_id = users.id and used_at is null and ${isOld})
        )
      order by id limit ${usersMax}`,
    );
    const ids = uuids(users.map(({ id }) => id));
    const [totpRows, backupCodeRows] = await Promise.all([
      many(
        ctx,
        sealedRow,
        sql`
        select user_id, encode(sealed_secret, 'hex') as sealed from totp_secrets
        where user_id = any(${ids}) and ${isOld}`,
      ),
      many(
        ctx,
        sealedRow,
        sql`
        select user_id, code_hash as sealed from backup_codes
        where user_id = any(${ids}) and used_at is null and ${isOld}`,
      ),
    ]);
    const [newApps, newCodes] = await Promise.all([
      resealRows(totpRows, ({ user_id, sealed }) => resealSecret(ctx, user_id, sealed)),
      resealRows(backupCodeRows, ({ user_id, sealed }) => resealBackupCode(ctx, user_id, sealed)),
    ]);
    await ctx.db.execute(sql`
      with apps as (
        update totp_secrets t set sealed_secret = decode(r.again, 'hex'), sealed_by = ${key}
        from ${recordset(newApps)}
        where t.user_id = r.user_id and t.sealed_secret = decode(r.sealed, 'hex')
      )
      update backup_codes b set code_hash = r.again, sealed_by = ${key}
      from ${recordset(newCodes)}
      where b.user_id = r.user_id and b.code_hash = r.sealed`);
    counts.found += totpRows.length + backupCodeRows.length;
    counts.processed += newApps.length + newCodes.length;
    lastUserId = users.length === usersMax ? (users.at(-1)?.id ?? null) : null;
  } while (lastUserId !== null);
  return counts;
}

const recordset = (rows: readonly ResealedSecret[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (user_id uuid, sealed text, again text)`;

/** Undefined if the secret is already sealed with the current key, or with an unknown one. */
async function resealSecret({ settings }: Ctx, userId: string, sealed: string): Promise<string | undefined> {
  const opened = await unseal(settings, userId, sealed);
  return opened?.is_old ? seal(settings.CODE_PEPPER, userId, opened.secret) : undefined;
}

async function resealRows(
  rows: readonly SealedSecret[],
  reseal: (row: SealedSecret) => Promise<string | undefined>,
): Promise<ResealedSecret[]> {
  const all = await Promise.all(rows.map(async (row) => ({ ...row, again: await reseal(row) })));
  return all.flatMap(({ again, ...row }) => (again === undefined ? [] : [{ ...row, again }]));
}
