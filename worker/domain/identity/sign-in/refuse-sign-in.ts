import { sql } from "drizzle-orm";
import { type Failure, unprocessable } from "../../../contract/errors.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";

/** Per hour for the whole shop, so that a flood does not fill the audit log; every refusal is also logged. */
const auditedPerHour = 1000;

/**
 * Audits a failed sign-in, with or without an account (ASVS 16.3.1), and returns the error. Both cases run the same
 * statement (T12).
 */
export async function refuseSignIn(ctx: Ctx, username: string): Promise<Failure> {
  const isFew = sql`(
    select count(*) from audit_log where action = 'refuseSignIn' and created_at > now() - interval '1 hour'
  ) < ${auditedPerHour}`;
  await ctx.db.execute(sql`
    with tried as (
      select coalesce(u.id::text, 'nobody') as id, u.org_id
      from (select 1) one left join users u on lower(u.email) = ${username}
    ), ${audited(ctx, "refuseSignIn", "user", "tried", { where: isFew })}
    select 1`);
  return unprocessable("INVALID_CREDENTIALS");
}
