import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/password-reset.ts";
import { notFound, unprocessable } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { requireManageable } from "../../organizations/index.ts";
import { consume, inFixedTime, keyedHash, strictBudgets, tryConsume } from "../../platform/index.ts";
import { exists } from "../../sql.ts";
import { isBeingCorrected, issueCodeUnderLock } from "./codes.ts";
import { codesPerHour } from "./lifetimes.ts";

/**
 * Mails a link if an active user has this address, except while it is being corrected; the reply is the same either
 * way (O-112).
 */
export const requestPasswordReset = (
  ctx: Ctx,
  input: InputOf<typeof contract.requestPasswordReset>["body"],
): Promise<void> => inFixedTime(() => mailLink(ctx, input));

async function mailLink(ctx: Ctx, input: { email: string }): Promise<void> {
  const account = await keyedHash(ctx.settings.CODE_PEPPER, input.email);
  await consume(ctx, strictBudgets(ctx, "password-reset", account));
  // An exhausted budget is silent: an error that only existing accounts return would reveal them.
  const is_allowed = await tryConsume(ctx, [{ name: `reset-mail:${account}`, max: codesPerHour, window_s: 3600 }]);
  // The account is locked first, so that a thief's address that its owner takes back meanwhile gets no link.
  await issueCodeUnderLock(ctx, sql`select id from users where lower(email) = ${input.email}`, {
    where: sql`lower(u.email) = ${input.email} and u.is_active and not ${isBeingCorrected("u")}`,
    is_mailed: true,
    is_allowed,
  });
  ctx.wakeWorkers();
}

/**
 * Mails a user a link for a new password, or the set-up link if the user is not set up. @throws USR_NOT_FOUND,
 * USR_NOT_AUTHORIZED for an administrator if the actor is no owner, USR_NOT_AWAITED while the address of a user who is
 * not set up is being corrected
 */
export async function resetUserPassword(ctx: Ctx, { user_id }: { user_id: string }): Promise<void> {
  await requireManageable(ctx, [user_id]);
  const code = await issueCodeUnderLock(ctx, user_id, {
    where: sql`u.id = ${user_id} and not ${isBeingCorrected("u")}`,
    is_mailed: true,
  });
  if (code) return ctx.wakeWorkers();
  const isKnown = await exists(ctx, sql`select 1 from users where id = ${user_id}`);
  throw isKnown ? unprocessable("USR_NOT_AWAITED") : notFound("USR_NOT_FOUND");
}
