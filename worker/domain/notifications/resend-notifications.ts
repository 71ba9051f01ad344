import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../contract/endpoint.ts";
import type * as contract from "../../contract/v1/admin/notifications.ts";
import { audited, expiredLease } from "../platform/index.ts";
import type { Ctx } from "../context.ts";
import { one } from "../sql.ts";
import { hasLiveLink } from "./live-link.ts";

const auditData = sql`jsonb_build_object('type', resent.type)`;
/** Messages per call; callers repeat the call for more. */
const resentMax = 1000;

type ResendFilter = NonNullable<InputOf<typeof contract.resendNotifications>["body"]>;
export type ResendResult = { resent: number; expired: number };

/**
 * Resends given-up messages, oldest first, at most 1,000, under new keys, because the provider may remember the first
 * ones. Messages whose link has expired or was used stay given up; `expired` counts all of them.
 */
export async function resendNotifications(ctx: Ctx, input: ResendFilter): Promise<ResendResult> {
  const counts = await one(
    ctx,
    () => z.object({ resent: z.int(), expired: z.int() }),
    sql`
    with given_up as (
      select o.id, o.failed_at, ${hasLiveLink} as is_worth_it
      from outbox o
      where
        o.failed_at is not null and o.sent_at is null
        and (${input.recipient ?? null}::text is null or lower(o.recipient) = ${input.recipient ?? ""})
        and (${input.id ?? null}::bigint is null or o.id = ${input.id ?? null}::bigint)
    ),
    -- The limit counts messages that are resent, or the oldest expired ones would block the rest for ever.
    oldest as (select id from given_up where is_worth_it order by failed_at, id limit ${resentMax}),
    resent as (
      update outbox set
        failed_at = null,
        resent_at = now(),
        next_at = now(),
        lease_until = ${expiredLease},
        attempts = 0,
        batch_id = null,
        link_minutes = null,
        texts = null
      where id in (select id from oldest) and failed_at is not null
      returning id, type, null::uuid as org_id
    ),
    ${audited(ctx, "resendNotifications", "notification", "resent", { data: auditData })}
    select
      (select count(*) from resent)::int as resent,
      (select count(*) from given_up where not is_worth_it)::int as expired`,
    () => new Error("a count returned no row"),
  );
  if (counts.resent > 0) ctx.wakeWorkers();
  return counts;
}
