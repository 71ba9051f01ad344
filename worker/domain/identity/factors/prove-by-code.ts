import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { TooManyRequests, unprocessable } from "../../../contract/errors.ts";
import { recordAlarmEvent, unseal, wrongCodesBudget } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { many, one } from "../../sql.ts";
import { findMatchingCode, toPlainCode } from "./backup-code.ts";
import { codesPause, wrongCodesMax } from "./lifetimes.ts";
import { findMatchingStep } from "./one-time-password.ts";

const attemptRow = () =>
  z.object({
    wrong: z.nullable(z.int()),
    pause_s: z.nullable(z.number()),
    sealed_secret: z.nullable(z.string()),
    now_ms: z.number(),
  });

/** Returns no row while the user's codes are paused. */
const countTry = (userId: string): SQL => sql`
  insert into second_factor_tries as t (user_id, wrong, since)
  select id, 1, now() from users where id = ${userId}
  on conflict (user_id) do update set
    wrong = case when t.since <= now() - ${codesPause}::interval then 1 else t.wrong + 1 end,
    since = case when t.since <= now() - ${codesPause}::interval then now() else t.since end
  where t.wrong < ${wrongCodesMax} or t.since <= now() - ${codesPause}::interval
  returning wrong`;

/**
 * Checks a code of the authenticator app or a backup code. The try is counted and committed before the comparison, so
 * that parallel guesses cannot exceed five. Returns CTEs of a larger statement: `proved` consumes the code and has a
 * row unless another request did so first. @throws INVALID_VERIFICATION_CODE, TooManyRequests
 */
export async function proveByCode(ctx: Ctx, userId: string, code: string): Promise<SQL> {
  const attempt = await one(
    ctx,
    attemptRow,
    sql`
    with counted as (${countTry(userId)})
    select
      (select wrong from counted) as wrong,
      (
        select extract(epoch from since + ${codesPause}::interval - now())::float
        from second_factor_tries where user_id = ${userId}
      ) as pause_s,
      (
        select encode(sealed_secret, 'hex') from totp_secrets where user_id = ${userId} and enabled_at is not null
      ) as sealed_secret,
      (extract(epoch from now()) * 1000)::float as now_ms`,
    () => new Error("a select without tables returned no row"),
  );
  if (attempt.wrong === null) throw new TooManyRequests(attempt.pause_s ?? 1);
  const plain = toPlainCode(code);
  const consumedCode = await (/^\d{6}$/.test(plain)
    ? consumeAppCode(ctx, userId, plain, attempt)
    : consumeBackupCode(ctx, userId, plain));
  if (consumedCode)
    return sql`
    proved as (${consumedCode}), forgiven as (
      update second_factor_tries set wrong = greatest(wrong - 1, 0)
      where user_id = ${userId} and exists (select 1 from proved)
    )`;
  await recordAlarmEvent(ctx, wrongCodesBudget);
  throw unprocessable("INVALID_VERIFICATION_CODE");
}

type Attempt = { sealed_secret: string | null; now_ms: number };

async function consumeAppCode(ctx: Ctx, userId: string, code: string, attempt: Attempt): Promise<SQL | undefined> {
  const opened = attempt.sealed_secret === null ? undefined : await unseal(ctx.settings, userId, attempt.sealed_secret);
  const step = opened && findMatchingStep(opened.secret, code, attempt.now_ms);
  if (!opened || step === undefined) return undefined;
  return sql`
    update totp_secrets set last_step = ${step}::bigint
    where user_id = ${userId} and enabled_at is not null and coalesce(last_step < ${step}::bigint, true)
    returning 1`;
}

async function consumeBackupCode(ctx: Ctx, userId: string, code: string): Promise<SQL | undefined> {
  const storedCodes = await many(
    ctx,
    () => z.object({ code_hash: z.string() }),
    sql`select code_hash from backup_codes where user_id = ${userId} and used_at is null`,
  );
  const matchingCode = await findMatchingCode(
    ctx,
    userId,
    storedCodes.map(({ code_hash }) => code_hash),
    code,
  );
  return matchingCode === undefined
    ? undefined
    : sql`
    update backup_codes set used_at = now()
    where user_id = ${userId} and code_hash = ${matchingCode} and used_at is null returning 1`;
}
