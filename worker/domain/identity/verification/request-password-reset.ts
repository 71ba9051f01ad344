import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/sso/password-reset.ts";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { requireManageable } from "../../organizations/index.ts";
import { consume, inFixedTime, keyedHash, strictBudgets, tryConsume } from "../../platform/index.ts";
import { issueVerificationCode } from "./codes.ts";
import { codesPerHour } from "./lifetimes.ts";

/**
 * Mails a link if an active user has this address; the reply is the same either way (O-112). While the address of a
 * user who is not set up is being corrected, no set-up link goes to the former one.
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
    where: sql`
      lower(u.email) = ${input.email} and u.is_active and (u.agreed_at is not null or not exists (
        select 1 from verification_codes c
        where c.user_id = u.id and c.scope = 'verify:email-change' and c.used_at is null and c.expires_at > now()))`,
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
