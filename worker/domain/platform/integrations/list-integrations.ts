import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { integrationNames } from "../../../../db/enums.ts";
import { taskNames, tasks } from "../../../contract/tasks.ts";
import type { ReadCtx } from "../../context.ts";
import { iso, many, texts } from "../../sql.ts";

const integrationRow = () =>
  z.object({
    name: z.enum(integrationNames),
    answered_at: z.nullable(z.string()),
    failing_since: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    waiting: z.int(),
  });
export type Integration = z.output<ReturnType<typeof integrationRow>>;

/**
 * `waiting` counts our records that wait for an integration: for the carrier, packages with a requested label; for the
 * registry, releases that could not be imported.
 */
export const listIntegrations = (ctx: ReadCtx): Promise<Integration[]> =>
  many(
    ctx,
    integrationRow,
    sql`
    select n.name, ${iso("p.answered_at")} as answered_at, ${iso("p.failing_since")} as failing_since, p.reason,
      coalesce(case n.name
        when 'email' then (select count(*) from outbox where ${isUnsent} and channel = 'email')
        when 'sms' then (select count(*) from outbox where ${isUnsent} and channel = 'phone')
        when 'payments' then (select count(*) from stripe_events where status = 'received')
        when 'net-suite' then (select count(*) from invoices where is_net_suite_sync_needed)
        when 'fulex' then (select count(*) from packages where status = 'asked')
        when 'builds' then (
          select sum(r.failed)
          from tasks t
            join task_runs r on r.id = t.run_id
          where t.name = any(${texts(taskNames.filter((name) => tasks[name].integration === "builds"))})
        )
      end, 0)::int as waiting
    from unnest(${texts(integrationNames)}) with ordinality as n (name, place)
      left join partners p on p.name = n.name
    order by n.place`,
  );

const isUnsent = sql`sent_at is null and failed_at is null`;
