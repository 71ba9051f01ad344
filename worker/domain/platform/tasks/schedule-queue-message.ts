import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { taskNames } from "../../../contract/tasks.ts";
import type { Ctx } from "../../context.ts";
import { maybeOne, texts } from "../../sql.ts";
import { claimableAt } from "../work-queue/work-queue.ts";

/** Postgres interval; the scheduled retry job finds work that is due later. */
const scheduleHorizon = "15 minutes";

/**
 * Schedules a queue message for the next due work: mail, text message, webhook event, payment, customer import or
 * customer update to retry, scheduled price, planned publication, scheduled notification, or task of an interrupted
 * worker. Concurrent callers schedule at most one message for an instant. Without pending work no message is scheduled,
 * so that an idle database stays asleep.
 */
export async function scheduleQueueMessage(ctx: Ctx): Promise<void> {
  const plannedMessage = await maybeOne(
    ctx,
    () => z.object({ wait_s: z.int() }),
    sql`
    with due as (
      select min(greatest(at, now() + interval '1 second')) as at from (
        select greatest(
          min(${claimableAt}),
          (select at from timers where name = 'email') - interval '10 seconds'
        ) as at
        from outbox where channel = 'email' and sent_at is null and failed_at is null
        having count(*) > 0
        union all
        select greatest(min(${claimableAt}), (select at from timers where name = 'phone'))
        from outbox where channel = 'phone' and sent_at is null and failed_at is null
        having count(*) > 0
        union all
        select min(${claimableAt}) from stripe_events where status = 'received'
        union all
        select min(${claimableAt}) from told_customers
        union all
        select min(${claimableAt}) from customer_updates
        union all
        select min(${claimableAt}) from checkout_attempts where status in ('claimed', 'pending')
        union all
        select min(starts_at) from scheduled_prices
        union all
        select min(send_at) from broadcasts where sent_at is null and send_at > now()
        union all
        select min(publish_at) from products where publish_at > now()
        union all
        select min(t.lease_until) + interval '5 seconds' from task_runs r join tasks t on t.name = r.task
        where r.status = 'processing' and r.task = any(${texts(taskNames)})
      ) waiting
      where at is not null
    ),
    planned as (
      insert into timers as t (name, at)
      select 'wake-up', at from due where at < now() + interval '${sql.raw(scheduleHorizon)}'
      on conflict (name) do update set at = excluded.at where t.at <= now() or t.at > excluded.at
      returning at
    )
    select ceil(extract(epoch from at - now()))::int as wait_s from planned`,
  );
  if (plannedMessage) ctx.wakeWorkers(plannedMessage.wait_s);
}
