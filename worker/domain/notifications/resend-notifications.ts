import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { audited } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { one } from "../sql.ts";

const type = sql`jsonb_build_object('type', again.type)`;
/** So many at once; who has more calls again. */
const resentMax = 1000;

type Which = { recipient?: string | undefined; id?: string | undefined };
export type Resent = { resent: number; expired: number };

/**
 * Sends again what was given up, oldest first, at most 1,000 messages; under new keys, because the provider may remember the
 * first. A message whose link has ended or was used in the meantime stays given up: `expired` is how many there are.
 */
export async function resendNotifications(ctx: Ctx, input: Which): Promise<Resent> {
  const resent = await one(
    ctx,
    () => z.object({ resent: z.int(), expired: z.int() }),
    sql`
    with given_up as (
      select
        o.id,
        o.code_id is null or exists (
          select 1 from verification_codes c where c.id = o.code_id and c.used_at is null and c.expires_at > now()
        ) as is_worth_it
      from outbox o
      where
        o.failed_at is not null and o.sent_at is null
        and (${input.recipient ?? null}::text is null or lower(o.recipient) = ${input.recipient ?? ""})
        and (${input.id ?? null}::bigint is null or o.id = ${input.id ?? null}::bigint)
      order by o.failed_at, o.id limit ${resentMax}
    ),
    again as (
      update outbox set
        failed_at = null,
        resent_at = now(),
        next_at = now(),
        lease_until = now(),
        attempts = 0,
        batch_id = null,
        link_minutes = null
      where id in (select id from given_up where is_worth_it) and failed_at is not null
      returning id, type, null::uuid as org_id
    ),
    ${audited(ctx, "resendNotifications", "notification", "again", { data: type })}
    select
      (select count(*) from again)::int as resent,
      (select count(*) from given_up where not is_worth_it)::int as expired`,
    () => new Error("a count was answered by nothing"),
  );
  if (resent.resent > 0) ctx.wakeWorkers();
  return resent;
}
