import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/password-reset.ts";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { requireManageable } from "../../organizations/index.ts";
import { consume, inFixedTime, keyedHash, strictBudgets, tryConsume } from "../../platform/index.ts";
import { isBeingCorrected, issueVerificationCode } from "./codes.ts";
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
  await issueVerificationCode(ctx, {
    where: sql`lower(u.email) = ${input.email} and u.is_active and not ${isBeingCorrected("u")}`,
    is_mailed: true,
    is_allowed,
  });
  ctx.wakeWorkers();
}

export async function resetUserPassword(ctx: Ctx, input: { user_id: string }): Promise<void> {
  await requireManageable(ctx, [input.user_id]);
  const code = await issueVerificationCode(ctx, { where: sql`u.id = ${input.user_id}`, is_mailed: true });
  if (!code) throw notFound("USR_NOT_FOUND");
  ctx.wakeWorkers();
}
