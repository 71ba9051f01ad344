import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { TooManyRequests, unprocessable } from "../../../../contract/errors.ts";
import {
  audited,
  consume,
  isRecoveryToken,
  isRightPassword,
  runOneAtATime,
  strictBudgets,
} from "../../../platform/index.ts";
import type { Ctx } from "../../../context.ts";
import { notificationParts } from "../../../notifications/index.ts";
import { iso, maybeOne, maybeOneOf, one } from "../../../sql.ts";
import { eventPayload, recordSecurityEventParts } from "../../security-events/record-event.ts";
import { endImpersonationsParts } from "../../sessions/acting-ended.ts";
import { endSessionsClause } from "../../sessions/sessions.ts";
import { refuseSignIn } from "../../sign-in/refuse-sign-in.ts";
import { type BrowserCookies, type SignInResult, startSession } from "../../sign-in/start-session.ts";
import { isRunning } from "./running.ts";
import type { RecoveryLink } from "./stop-recovery.ts";

const invalidLink = () => unprocessable("INVALID_VERIFICATION_CODE");

/** Password attempts per link. The link alone is not enough, because others may read the mailbox. */
const triesMax = 10;

const isRecoverable = (id: string): SQL => sql`
  r.id = ${id} and ${isRunning} and r.mailed_at is not null and u.is_active and u.agreed_at is not null`;

const accountRow = () => z.object({ email: z.string(), password_hash: z.nullable(z.string()) });

/** Counts and commits the try before the comparison, so that parallel guesses cannot exceed ten. */
async function recordTry(ctx: Ctx, link: RecoveryLink) {
  if (!(await isRecoveryToken(ctx.settings, "finish", link))) throw invalidLink();
  return one(
    ctx,
    accountRow,
    sql`
    update second_factor_recoveries r set tries = r.tries + 1
    from users u
    where u.id = r.user_id and ${isRecoverable(link.recovery_id)} and r.tries < ${triesMax}
    returning u.email, u.password_hash`,
    invalidLink,
  );
}

/**
 * The address that a mailed link is for; undefined for a link that does not work. Changes nothing, because mail
 * scanners open links.
 */
export async function findRecovery(ctx: Ctx, link: RecoveryLink): Promise<{ email: string } | undefined> {
  if (!(await isRecoveryToken(ctx.settings, "finish", link))) return undefined;
  return maybeOne(
    ctx,
    () => z.object({ email: z.string() }),
    sql`
    select u.email from second_factor_recoveries r join users u on u.id = r.user_id
    where ${isRecoverable(link.recovery_id)} and r.tries < ${triesMax}`,
  );
}

/**
 * Removes all factors, trusted browsers and sessions of a user who has the mailed link and the password, then signs the
 * user in. @throws INVALID_VERIFICATION_CODE for a link that does not work, INVALID_CREDENTIALS, TooManyRequests
 */
export async function finishRecovery(
  ctx: Ctx,
  { password, ...input }: RecoveryLink & BrowserCookies & { password: string },
): Promise<SignInResult> {
  await consume(ctx, strictBudgets(ctx, "finish-recovery"));
  const account = await recordTry(ctx, input);
  const isRight = await runOneAtATime("known", () => isRightPassword(password, account.password_hash));
  if (isRight === undefined) throw new TooManyRequests(5);
  if (!isRight || account.password_hash === null) throw await refuseSignIn(ctx, account.email.toLowerCase());
  const recoveredUser = await removeFactors(ctx, input.recovery_id, account.password_hash);
  // The sign-in is a separate statement, which sees the user without factors. If it fails, the user can sign in by
  // password.
  return startSession(
    ctx,
    {
      account: { ...recoveredUser, is_known_browser: false },
      parts: sql`proved as (select 1)`,
      refunds: [],
      refusal: "INVALID_VERIFICATION_CODE",
    },
    input,
  );
}

async function removeFactors(ctx: Ctx, recoveryId: string, passwordHash: string) {
  const mail = notificationParts(
    {
      type: "signInMethodChanged",
      recipient: sql`u.email`,
      user_id: sql`u.id`,
      payload: sql`${eventPayload} || jsonb_build_object(
        'first_name', u.first_name, 'last_name', u.last_name, 'change', 'recovered',
        'changed_at', ${iso("happened.created_at")}, 'has_ended_sessions', true)`,
    },
    sql`u join happened on happened.user_id = u.id`,
  );
  // The user is locked in a statement of its own, so that the next one also removes a factor that is being added.
  const [, result] = await ctx.db.batch([
    sql`
    select 1 from users where id = (select user_id from second_factor_recoveries where id = ${recoveryId})
    for no key update`,
    sql`
    with used as (
      update second_factor_recoveries r set used_at = now()
      from users u
      where u.id = r.user_id and u.password_hash = ${passwordHash} and ${isRecoverable(recoveryId)}
      returning r.user_id
    ),
    u as (
      update users set ${endSessionsClause}
      where id in (select user_id from used) and password_hash = ${passwordHash} and is_active
      returning users.*
    ),
    keys_gone as (delete from passkeys using u where passkeys.user_id = u.id),
    app_gone as (delete from totp_secrets using u where totp_secrets.user_id = u.id),
    codes_gone as (delete from backup_codes using u where backup_codes.user_id = u.id),
    tries_gone as (delete from second_factor_tries using u where second_factor_tries.user_id = u.id),
    trust_gone as (delete from trusted_browsers using u where trusted_browsers.user_id = u.id),
    forgotten as (delete from known_browsers using u where known_browsers.user_id = u.id),
    ${endImpersonationsParts(ctx, "u")},
    ${recordSecurityEventParts(ctx, "second_factor_removed", "u")},
    ${mail},
    ${audited({ ...ctx, actor: { kind: "visitor" } }, "finishRecovery", "user", "u")}
    select u.id, u.session_epoch from u`,
  ]);
  const recoveredUser = maybeOneOf(ctx, () => z.object({ id: z.string(), session_epoch: z.int() }), result);
  if (!recoveredUser) throw invalidLink();
  return recoveredUser;
}
