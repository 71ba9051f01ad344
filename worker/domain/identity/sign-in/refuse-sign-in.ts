import { sql } from "drizzle-orm";
import { type Failure, unprocessable } from "../../../contract/errors.ts";
import { audited } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";

/** Of the whole shop in an hour, so that a flood does not fill the audit log; every one of them is a line of the log. */
const auditedPerHour = 1000;

/**
 * Leaves an audit row of a sign-in that failed, about the person or about nobody (ASVS 16.3.1), and answers the refusal. The
 * statement is the same for both (T12).
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
