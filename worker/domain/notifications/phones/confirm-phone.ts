import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { TooManyRequests, unprocessable } from "../../../contract/errors.ts";
import { audited, beforeAndAfter, diffRows, countParts } from "../../platform/index.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { one, texts } from "../../sql.ts";
import { guessBudgets } from "./code-limits.ts";
import { type Phone, phoneColumns, selectPhone, toPhone } from "./get-phone.ts";
import { codeTriesMax, phoneCodeHashes } from "./phone-code.ts";

/**
 * Verifies the number to which the user's newest code was sent; the chosen types remain. Only wrong attempts count
 * against the budgets, but exhausted budgets refuse a right one as well. @throws TooManyRequests,
 * INVALID_VERIFICATION_CODE also for an expired or used code
 */
export async function confirmPhone(ctx: Ctx, code: string): Promise<Phone> {
  const { user_id, org_id } = requireUser(ctx);
  const isRight = sql`c.code_hash = any(${texts(await phoneCodeHashes(ctx, user_id, code))})`;
  const isUsable = sql`c.used_at is null and c.expires_at > now() and c.attempts < ${codeTriesMax}`;
  const counting = await countParts(ctx, guessBudgets(ctx, user_id), {
    is_free: sql`exists (select 1 from newest where is_right)`,
  });
  // `newest` is read before any lock. `attempt` waits for concurrent guesses and then checks the row again, which
  // limits the guesses to five.
  const { wait_s, is_confirmed, ...row } = await one(
    ctx,
    () => z.object({ ...phoneColumns(), wait_s: z.nullable(z.number()), is_confirmed: z.boolean() }),
    sql`
    with newest as materialized (
      select c.id, ${isUsable} and ${isRight} as is_right
      from phone_codes c where c.user_id = ${user_id} order by c.created_at desc limit 1
    ),
    ${counting.parts},
    attempt as (
      update phone_codes c set attempts = c.attempts + 1, used_at = case when ${isRight} then now() end
      where c.id = (select id from newest) and ${isUsable} and ${counting.wait_s} is null
      returning c.id, c.user_id, c.number, c.attempts, c.created_at, c.expires_at, c.used_at
    ),
    verified as (
      insert into user_phones (user_id, number, verified_at)
      select user_id, number, now() from attempt where used_at is not null
      on conflict (user_id) do update set number = excluded.number, verified_at = excluded.verified_at
      returning user_id, number, verified_at, types, ${beforeAndAfter}
    ),
    ${audited(ctx, "confirmPhone", "user", "verified", {
      subject_id: sql`verified.user_id`,
      org_id,
      changes: diffRows(),
    })}
    select phone.*, ${counting.wait_s} as wait_s, exists (select 1 from verified) as is_confirmed
    from (${selectPhone(sql`${user_id}::uuid`, { phones: sql`verified`, codes: sql`attempt` })}) phone`,
    () => new Error("a select without tables returned no row"),
  );
  if (wait_s !== null) throw new TooManyRequests(wait_s);
  if (!is_confirmed) throw unprocessable("INVALID_VERIFICATION_CODE");
  return toPhone(ctx, row);
}
