import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, changesOf, consume, refundStatement } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { first, hasRow } from "../../sql.ts";
import { guessBudgets } from "./code-limits.ts";
import { getPhone, type Phone } from "./get-phone.ts";
import { codeTriesMax, isPhoneCode } from "./phone-code.ts";

/**
 * Takes a number over that is proved by the newest code of the caller; which types go there stays as it was chosen. A try is
 * counted before it is compared, so that guesses side by side are five together. Throws INVALID_VERIFICATION_CODE, also for a
 * code that has ended or was used; TooManyRequests.
 */
export async function confirmPhone(ctx: Ctx, code: string): Promise<Phone> {
  const { user_id, org_id } = requireUser(ctx);
  const counted = await consume(ctx, guessBudgets(ctx, user_id));
  const candidate = await first(
    ctx,
    () => z.object({ id: z.string() }),
    sql`
    update phone_codes c set attempts = c.attempts + 1
    where c.id = (select id from phone_codes where user_id = ${user_id} order by created_at desc limit 1)
      and c.used_at is null and c.expires_at > now() and c.attempts < ${codeTriesMax}
    returning c.id`,
  );
  if (!candidate || !(await isPhoneCode(ctx, candidate.id, code))) throw unprocessable("INVALID_VERIFICATION_CODE");
  const isTaken = await hasRow(
    ctx,
    sql`
    with code as (
      update phone_codes set used_at = now() where id = ${candidate.id} and used_at is null returning user_id, number
    ),
    p as (
      insert into user_phones (user_id, number, verified_at) select user_id, number, now() from code
      on conflict (user_id) do update set number = excluded.number, verified_at = excluded.verified_at
      returning user_id, number, ${beforeAndAfter}
    ),
    refunded as (${refundStatement(counted)}),
    ${audited(ctx, "confirmPhone", "user", "p", { subject_id: sql`p.user_id`, org_id, changes: changesOf() })}
    select 1 from p`,
  );
  if (!isTaken) throw unprocessable("INVALID_VERIFICATION_CODE");
  return getPhone(ctx);
}
