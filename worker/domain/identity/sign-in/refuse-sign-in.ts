import { type SQL, sql } from "drizzle-orm";
import { Failure, unprocessable } from "../../../contract/errors.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";

/**
 * Maximum audit entries per hour for the whole shop, so that a flood does not fill the audit log; the log of requests
 * has every refusal.
 */
const auditedPerHour = 1000;

type Step = "password" | "email code" | "second factor" | "passkey";

/**
 * Audits a failed sign-in, with or without an account (ASVS 16.3.1), and returns the error. Both cases run the same
 * statement (T12).
 */
export async function refuseSignIn(ctx: Ctx, username: string): Promise<Failure> {
  await auditRefusal(ctx, sql`lower(u.email) = ${username}`, "password");
  return unprocessable("INVALID_CREDENTIALS");
}

/** Like `refuseSignIn`, for a wrong code that was mailed in place of the bot check. */
export async function refuseEmailCode(ctx: Ctx, username: string): Promise<Failure> {
  await auditRefusal(ctx, sql`lower(u.email) = ${username}`, "email code");
  return unprocessable("INVALID_VERIFICATION_CODE");
}

/** Runs a step that needs a code or a passkey; audits its refusal about the user (alias u) that `account` selects. */
export async function auditingRefusal<T>(
  ctx: Ctx,
  account: SQL,
  step: "second factor" | "passkey",
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Failure && isRefusal(error)) await auditRefusal(ctx, account, step);
    throw error;
  }
}

const isRefusal = ({ errcode }: Failure): boolean =>
  errcode === "INVALID_VERIFICATION_CODE" || errcode === "PASSKEY_REFUSED";

async function auditRefusal(ctx: Ctx, account: SQL, step: Step): Promise<void> {
  const isFew = sql`(
    select count(*) from audit_log where action = 'refuseSignIn' and created_at > now() - interval '1 hour'
  ) < ${auditedPerHour}`;
  const data = step === "password" ? {} : { step };
  await ctx.db.execute(sql`
    with tried as (
      select coalesce(u.id::text, 'nobody') as id, u.org_id
      from (select 1) one left join users u on ${account}
    ), ${audited(ctx, "refuseSignIn", "user", "tried", { where: isFew, data })}
    select 1`);
}
