import { sql } from "drizzle-orm";
import { notFound } from "../../../contract/errors.ts";
import type { Ctx } from "../../context.ts";
import { consume, inFixedTime, keyedHash, strictBudgets, tryConsume } from "../../platform/index.ts";
import { issueVerificationCode } from "./codes.ts";
import { codesPerHour } from "./lifetimes.ts";

/** Mails a link when an active person has this address; the caller learns nothing either way (O-112). Throws TooManyRequests. */
export const requestPasswordReset = (ctx: Ctx, input: { email: string }): Promise<void> =>
  inFixedTime(() => mailLink(ctx, input));

async function mailLink(ctx: Ctx, input: { email: string }): Promise<void> {
  const account = await keyedHash(ctx.settings.CODE_PEPPER, input.email);
  await consume(ctx, strictBudgets(ctx, "password-reset", account));
  // Silently: a refusal that only real accounts give would tell who has one.
  const is_allowed = await tryConsume(ctx, [{ name: `reset-mail:${account}`, max: codesPerHour, window_s: 3600 }]);
  await issueVerificationCode(ctx, {
    whose: sql`lower(u.email) = ${input.email} and u.is_active`,
    is_mailed: true,
    is_allowed,
  });
  ctx.wakeWorkers();
}

/** The same on an administrator's behalf. Throws USR_NOT_FOUND. */
export async function resetUserPassword(ctx: Ctx, input: { user_id: string }): Promise<void> {
  const code = await issueVerificationCode(ctx, { whose: sql`u.id = ${input.user_id}`, is_mailed: true });
  if (!code) throw notFound("USR_NOT_FOUND");
  ctx.wakeWorkers();
}
