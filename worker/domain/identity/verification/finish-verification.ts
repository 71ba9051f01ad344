// Password reset, set-up and email change are in one file, because they claim their code by the same statement parts.
import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { violatedConstraint } from "../../../../db/errors.ts";
import type { VerificationScope } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/user.ts";
import { TooManyRequests, unauthorized, unprocessable } from "../../../contract/errors.ts";
import { pageBase } from "../../../contract/hosts.ts";
import { pages } from "../../../contract/pages.ts";
import {
  accountBudget,
  audited,
  beforeAndAfter,
  diffRows,
  resetStatement,
  hashPassword,
  licenseInForce,
  runOneAtATime,
  tokenHash,
} from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { notificationParts } from "../../notifications/index.ts";
import { isBlocked, mayUseCode } from "./blocked.ts";
import { issueVerificationCode, voidCodeClause } from "./codes.ts";
import { finishClaimLife } from "./lifetimes.ts";
import { stopRecoveriesParts } from "../factors/recovery/running.ts";
import { eventPayload, recordSecurityEventParts } from "../security-events/record-event.ts";
import { endImpersonationsParts } from "../sessions/acting-ended.ts";
import { endSessionsClause } from "../sessions/sessions.ts";
import { recordKnownBrowser } from "../sessions/known-browsers.ts";
import { maybeOne, exists, iso, one, type RowOf } from "../../sql.ts";

const claimRow = () => z.object({ id: z.string(), user_id: z.string(), email: z.string() });
type Claim = RowOf<typeof claimRow>;

/**
 * Claims a token before the expensive hash, so that one of many concurrent requests continues. The claim expires after
 * 30 s, so that an interrupted request can be repeated. @throws INVALID_JWT_MSG
 */
async function claimCode(ctx: Ctx, token: string, scope: VerificationScope): Promise<Claim> {
  const hash = await tokenHash(token);
  return one(
    ctx,
    claimRow,
    sql`
    update verification_codes c set claimed_until = now() + ${finishClaimLife}::interval
    from users u
    where c.token_hash = decode(${hash}, 'hex')
      and c.scope = ${scope}
      and c.used_at is null
      and c.token_expires_at > now()
      and (c.claimed_until is null or c.claimed_until <= now()) and u.id = c.user_id and ${mayUseCode("c")}
    returning c.id, c.user_id, u.email`,
    () => unauthorized("INVALID_JWT_MSG"),
  );
}

const releaseClaim = (ctx: Ctx, id: string) =>
  ctx.db.execute(sql`update verification_codes set claimed_until = null where id = ${id}`);

async function hashInTurn(ctx: Ctx, codeClaim: Claim, password: string): Promise<string> {
  const hash = await runOneAtATime("known", () => hashPassword(password));
  if (hash !== undefined) return hash;
  await releaseClaim(ctx, codeClaim.id);
  throw new TooManyRequests(5);
}

/** No row if the code was voided since it was claimed. */
const markUsed = (codeClaim: Claim) => sql`
  update verification_codes
  set used_at = now(), token_hash = null
  where id = ${codeClaim.id} and used_at is null and token_hash is not null
  returning user_id, new_email`;

/** Voids links that were mailed before the change, including those in an abandoned mailbox. */
const voidOtherCodes = (codeClaim: Claim) => sql`
  update verification_codes set ${voidCodeClause}
  where user_id = ${codeClaim.user_id} and id <> ${codeClaim.id} and used_at is null`;

export type FinishedVerification = { browser_token: string };

/**
 * CTEs for a new password of u: trust this browser, which proved access to the mailbox, and reset the attempts of
 * strangers on the account, so that they cannot lock its owner out (T6).
 */
async function recordBrowserAndResetTries(ctx: Ctx, codeClaim: Claim): Promise<{ token: string; parts: SQL }> {
  const browser = await recordKnownBrowser(sql`u`);
  const cleared = await resetStatement(ctx, await accountBudget(ctx, codeClaim.email.toLowerCase()));
  return { token: browser.token, parts: sql`browser as (${browser.insert}), cleared as (${cleared})` };
}

const passwordChangedMail = () =>
  notificationParts(
    {
      type: "passwordChanged",
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`
        ${eventPayload} || jsonb_build_object(
          'first_name', u.first_name, 'last_name', u.last_name, 'changed_at', ${iso("now()")}
        )`,
    },
    sql`u join happened on happened.user_id = u.id`,
  );

/** Sets a new password; ends every session and untrusts every other browser. */
export async function finishPasswordReset(
  ctx: Ctx,
  input: { token: string; new_password: string },
): Promise<FinishedVerification> {
  const codeClaim = await claimCode(ctx, input.token, "verify:email-password-reset");
  const hash = await hashInTurn(ctx, codeClaim, input.new_password);
  const { token, parts } = await recordBrowserAndResetTries(ctx, codeClaim);
  const isFound = await exists(
    ctx,
    sql`
    with code as (${markUsed(codeClaim)}),
    u as (
      update users
      set password_hash = ${hash}, is_email_verified = true, ${endSessionsClause}, updated_at = now()
      where id in (select user_id from code)
      returning *, ${beforeAndAfter}
    ),
    forgotten as (delete from known_browsers where user_id = ${codeClaim.user_id}),
    untrusted as (delete from trusted_browsers where user_id = ${codeClaim.user_id}),
    ${parts},
    voided as (${voidOtherCodes(codeClaim)}),
    ${stopRecoveriesParts("u")},
    ${endImpersonationsParts(ctx, "u")},
    ${recordSecurityEventParts(ctx, "password_changed", "u")},
    ${passwordChangedMail()},
    ${audited(ctx, "finishPasswordReset", "user", "u", { changes: diffRows() })}
    select 1 from u`,
  );
  if (!isFound) throw unauthorized("INVALID_JWT_MSG");
  ctx.wakeWorkers();
  return { browser_token: token };
}

/**
 * Sets a password, records the accepted license agreement and trusts this browser. For a user who has set a password
 * before, a set-up link from an administrator works like a password reset: every session and the trust of every other
 * browser end, and the user is notified.
 */
export async function finishSetUp(
  ctx: Ctx,
  input: InputOf<typeof contract.finishSetUp>["body"] & { token: string },
): Promise<FinishedVerification> {
  const codeClaim = await claimCode(ctx, input.token, "verify:user-setup");
  const current = await maybeOne(
    ctx,
    () => z.object({ version: z.string() }),
    sql`select version from ${licenseInForce} l`,
  );
  if (current?.version !== input.agreement_version) {
    await releaseClaim(ctx, codeClaim.id);
    throw unprocessable("LICENSE_AGREEMENT_VERSION_MISMATCH");
  }
  const hash = await hashInTurn(ctx, codeClaim, input.password);
  const { token, parts } = await recordBrowserAndResetTries(ctx, codeClaim);
  const welcomeMail = notificationParts(
    {
      as: "welcomed",
      type: "welcome",
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`jsonb_build_object(
        'first_name', u.first_name, 'last_name', u.last_name, 'org', jsonb_build_object('name', o.name),
        'url', ${pageBase(ctx.settings, pages.store) + pages.store}::text)`,
      event: sql`'welcome:' || u.id`,
    },
    sql`u join organizations o on o.id = u.org_id and u.is_first`,
  );
  const isFound = await exists(
    ctx,
    sql`
    with code as (${markUsed(codeClaim)}),
    u as (
      update users
      set
        password_hash = ${hash},
        is_email_verified = true,
        ${endSessionsClause},
        agreed_version = ${input.agreement_version},
        agreed_at = now(),
        updated_at = now()
      where id in (select user_id from code)
      returning *, old.agreed_at is null as is_first, ${beforeAndAfter},
        old.agreed_at is not null or old.password_hash is not null as is_reset
    ),
    replaced as (select id from u where is_reset),
    forgotten as (delete from known_browsers where user_id = ${codeClaim.user_id}),
    untrusted as (delete from trusted_browsers where user_id = ${codeClaim.user_id}),
    ${parts},
    voided as (${voidOtherCodes(codeClaim)}),
    ${stopRecoveriesParts("u")},
    ${endImpersonationsParts(ctx, "u")},
    ${recordSecurityEventParts(ctx, "password_changed", "replaced")},
    ${passwordChangedMail()},
    ${welcomeMail},
    ${audited(ctx, "finishSetUp", "user", "u", {
      data: { agreement_version: input.agreement_version },
      changes: diffRows(),
    })}
    select 1 from u`,
  );
  if (!isFound) throw unauthorized("INVALID_JWT_MSG");
  ctx.wakeWorkers();
  return { browser_token: token };
}

/**
 * Changes the address and ends every session. A user who is not set up never proved the former address, so it gets no
 * mail and cannot revert the change, and the new address gets the set-up link. The former address of a
 * blocked account is a thief's, so it is treated the same.
 */
export async function confirmEmailChange(ctx: Ctx, input: { token: string }): Promise<{ new_email: string }> {
  const codeClaim = await claimCode(ctx, input.token, "verify:email-change");
  const payload = sql`
    ${eventPayload} || jsonb_build_object(
      'first_name', u.first_name,
      'last_name', u.last_name,
      'old_email', u.old_email,
      'new_email', u.email,
      'changed_at', ${iso("now()")}
    )`;
  const isFormerAddressTrusted = sql`(u.agreed_at is not null and not ${isBlocked("u")})`;
  const mail = notificationParts(
    { type: "emailChanged", recipient: sql`address`, user_id: sql`u.id`, payload },
    sql`
      u join happened on happened.user_id = u.id,
      unnest(case when ${isFormerAddressTrusted} then array[u.old_email, u.email] else array[u.email] end) address`,
  );
  try {
    const row = await one(
      ctx,
      () => z.object({ user_id: z.string(), new_email: z.string(), is_set_up: z.boolean() }),
      sql`
      with code as (${markUsed(codeClaim)}),
      before as (
        select users.id, users.email
        from users
          join code on code.user_id = users.id and code.new_email is not null
      ),
      u as (
        update users set email = code.new_email, is_email_verified = true, ${endSessionsClause}, updated_at = now()
        from code, before
        where users.id = code.user_id and before.id = users.id
        returning users.*, before.email as old_email, ${beforeAndAfter}
      ),
      voided as (${voidOtherCodes(codeClaim)}),
      ${stopRecoveriesParts("u")},
      ${endImpersonationsParts(ctx, "u")},
      ${recordSecurityEventParts(ctx, "email_changed", "u", {
        data: sql`jsonb_strip_nulls(jsonb_build_object(
          'old_email', case when ${isFormerAddressTrusted} then u.old_email end, 'new_email', u.email))`,
      })},
      ${mail},
      ${audited(ctx, "confirmEmailChange", "user", "u", {
        data: sql`jsonb_build_object('old_email', u.old_email, 'new_email', u.email)`,
        changes: diffRows(),
      })}
      select u.id as user_id, u.email as new_email, u.agreed_at is not null as is_set_up from u`,
      () => unprocessable("NO_EMAIL_CHANGE_REQUEST"),
    );
    if (!row.is_set_up)
      await issueVerificationCode(ctx, { where: sql`u.id = ${row.user_id} and u.is_active`, is_mailed: true });
    ctx.wakeWorkers();
    return { new_email: row.new_email };
  } catch (error) {
    if (violatedConstraint(error) !== "users_email_unique") throw error;
    await releaseClaim(ctx, codeClaim.id);
    throw unprocessable("USR_EMAIL_EXISTS");
  }
}
