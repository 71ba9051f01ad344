import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import { audited, consume, seal, sealKeyId, strictBudgets, unseal } from "../../platform/index.ts";
import { type Ctx, type ReadCtx, requireUser } from "../../context.ts";
import { currentSessionId, currentUserId } from "../../current-user.ts";
import { maybeOne, maybeOneOf, texts } from "../../sql.ts";
import {
  changeFactors,
  dropRestOfFactorsParts,
  endOtherSessionsParts,
  hasEndedSessions,
  mePart,
  notifyOfFactorParts,
} from "./added-factor.ts";
import { freshWindow, requireFreshBrowser } from "./fresh-sign-in.ts";
import { generateBackupCodes, sealBackupCode, toPlainCode } from "./backup-code.ts";
import { buildEnrollment, secretBytes, findMatchingStep } from "./one-time-password.ts";

type Enrollment = { secret: string; uri: string };

/**
 * Starts the set-up of an authenticator app; a pending set-up is replaced. @throws FRESH_SIGN_IN_REQUIRED,
 * TOTP_ENABLED, USR_NOT_AUTHORIZED for a desktop token
 */
export async function createTotp(ctx: Ctx): Promise<Enrollment> {
  const { user_id } = await requireFreshBrowser(ctx);
  const secret = crypto.getRandomValues(new Uint8Array(secretBytes));
  const sealedSecret = await seal(ctx.settings.CODE_PEPPER, user_id, secret);
  const started = await changeFactors(
    ctx,
    sql`
    with ${mePart(ctx)},
    started as (
      insert into totp_secrets as t (user_id, sealed_secret, sealed_by)
      select me.id, decode(${sealedSecret}, 'hex'), ${await sealKeyId(ctx.settings.CODE_PEPPER)} from me
      on conflict (user_id) do update
        set sealed_secret = excluded.sealed_secret, sealed_by = excluded.sealed_by, created_at = now()
        where t.enabled_at is null
      returning user_id
    )
    select me.email from me join started on started.user_id = me.id`,
  );
  const user = maybeOneOf(ctx, () => z.object({ email: z.string() }), started);
  if (!user) throw unprocessable("TOTP_ENABLED");
  return buildEnrollment(secret, user.email);
}

const pendingRow = () =>
  z.object({
    user_id: z.string(),
    email: z.string(),
    sealed_secret: z.string(),
    is_enabled: z.boolean(),
    is_fresh: z.boolean(),
    now_ms: z.number(),
  });

const findSecret = (ctx: ReadCtx) =>
  maybeOne(
    ctx,
    pendingRow,
    sql`
    select u.id as user_id, u.email, encode(t.sealed_secret, 'hex') as sealed_secret,
      t.enabled_at is not null as is_enabled,
      exists (
        select 1 from sessions s
        where s.id = ${currentSessionId(ctx)} and s.authenticated_at > now() - ${freshWindow}::interval
      ) as is_fresh,
      (extract(epoch from now()) * 1000)::float as now_ms
    from totp_secrets t join users u on u.id = t.user_id where t.user_id = ${currentUserId(ctx)}`,
  );

/**
 * The pending set-up of an authenticator app, for its page. Undefined without one and for a session that is not fresh,
 * because a stolen session must not read the secret of the owner's app.
 */
export async function findPendingTotp(ctx: ReadCtx): Promise<Enrollment | undefined> {
  const pendingTotp = await findSecret(ctx);
  if (!pendingTotp || pendingTotp.is_enabled || !pendingTotp.is_fresh) return undefined;
  const opened = await unseal(ctx.settings, pendingTotp.user_id, pendingTotp.sealed_secret);
  return opened && buildEnrollment(opened.secret, pendingTotp.email);
}

/**
 * @throws FRESH_SIGN_IN_REQUIRED, TOTP_ENABLED, TOTP_NOT_STARTED, INVALID_VERIFICATION_CODE, TooManyRequests,
 * USR_NOT_AUTHORIZED for a desktop token
 */
export async function enableTotp(ctx: Ctx, { code }: { code: string }): Promise<{ backup_codes: string[] }> {
  const { user_id } = await requireFreshBrowser(ctx);
  await consume(ctx, strictBudgets(ctx, "enable-totp", user_id));
  const pendingTotp = await findSecret(ctx);
  if (pendingTotp?.is_enabled) throw unprocessable("TOTP_ENABLED");
  const opened = pendingTotp && (await unseal(ctx.settings, user_id, pendingTotp.sealed_secret));
  if (!opened) throw unprocessable("TOTP_NOT_STARTED");
  const step = findMatchingStep(opened.secret, toPlainCode(code), pendingTotp.now_ms);
  if (step === undefined) throw unprocessable("INVALID_VERIFICATION_CODE");
  const backup_codes = generateBackupCodes();
  const enabled = await changeFactors(
    ctx,
    sql`
    with ${mePart(ctx)},
    enabled as (
      update totp_secrets set enabled_at = now(), last_step = ${step}::bigint
      from me where user_id = me.id and enabled_at is null
        and sealed_secret = decode(${pendingTotp.sealed_secret}, 'hex')
      returning user_id as id, me.org_id
    ),
    ${await replaceCodesParts(ctx, "enabled", backup_codes)},
    ${endOtherSessionsParts(ctx, "enabled")},
    ${notifyOfFactorParts(ctx, "totp", "enabled", { has_ended_sessions: hasEndedSessions })},
    ${audited(ctx, "enableTotp", "user", "enabled")}
    select 1 from enabled`,
  );
  if (!enabled?.rows.length) throw unprocessable("TOTP_ENABLED");
  ctx.wakeWorkers();
  return { backup_codes };
}

/**
 * Idempotent. @throws FRESH_SIGN_IN_REQUIRED, SECOND_FACTOR_REQUIRED_BY_ORGANIZATION, USR_NOT_AUTHORIZED for a desktop
 * token
 */
export async function deleteTotp(ctx: Ctx): Promise<void> {
  await requireFreshBrowser(ctx);
  const hasFactorLeft = sql`exists (select 1 from passkeys p where p.user_id = me.id)`;
  const removal = await changeFactors(
    ctx,
    sql`
    with ${mePart(ctx)},
    kept as (
      select 1 from me join totp_secrets t on t.user_id = me.id and t.enabled_at is not null
      where me.must_keep_one and not ${hasFactorLeft}
    ),
    gone as (
      delete from totp_secrets using me where user_id = me.id and not exists (select 1 from kept)
      returning user_id as id, me.org_id, enabled_at is not null as was_enabled
    ),
    ${dropRestOfFactorsParts(sql`(exists (select 1 from kept) or ${hasFactorLeft})`)},
    ${audited(ctx, "deleteTotp", "user", "gone", { where: sql`gone.was_enabled` })}
    select 1 from kept`,
  );
  if (removal?.rows.length) throw unprocessable("SECOND_FACTOR_REQUIRED_BY_ORGANIZATION");
}

/**
 * All earlier codes stop working. @throws FRESH_SIGN_IN_REQUIRED, SECOND_FACTOR_MISSING, USR_NOT_AUTHORIZED for a
 * desktop token
 */
export async function createBackupCodes(ctx: Ctx): Promise<{ backup_codes: string[] }> {
  await requireFreshBrowser(ctx);
  const backup_codes = generateBackupCodes();
  const created = await changeFactors(
    ctx,
    sql`
    with ${mePart(ctx)},
    able as (select me.id, me.org_id from me where me.had_factor),
    ${await replaceCodesParts(ctx, "able", backup_codes)},
    ${notifyOfFactorParts(ctx, "backup_codes", "able", { has_ended_sessions: sql`false` })},
    ${audited(ctx, "createBackupCodes", "user", "able")}
    select 1 from able`,
  );
  if (!created?.rows.length) throw unprocessable("SECOND_FACTOR_MISSING");
  ctx.wakeWorkers();
  return { backup_codes };
}

async function replaceCodesParts(ctx: Ctx, rows: string, list: readonly string[]): Promise<SQL> {
  const { user_id } = requireUser(ctx);
  const { CODE_PEPPER } = ctx.settings;
  const sealedCodes = await Promise.all(list.map((code) => sealBackupCode(CODE_PEPPER, user_id, code)));
  return sql`
    former_codes as (delete from backup_codes using ${sql.raw(rows)} able where backup_codes.user_id = able.id),
    new_codes as (
      insert into backup_codes (user_id, code_hash, sealed_by)
      select able.id, sealed, ${await sealKeyId(CODE_PEPPER)}
      from ${sql.raw(rows)} able, unnest(${texts(sealedCodes)}) sealed
    )`;
}
