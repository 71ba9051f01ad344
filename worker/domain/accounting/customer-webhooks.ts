import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { BadRequest, Failure } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";
import { many } from "../sql.ts";
import { type JobCounts, scheduleQueueMessage } from "../platform/index.ts";
import { unavailable } from "./call-net-suite.ts";
import { syncCustomer } from "./sync-customer.ts";

const batchSize = 10;

/** 30 seconds, doubled with each try up to an hour. */
const pause = sql.raw("least(3600, 15 * power(2, least(tries, 10))) * interval '1 second'");

/** Stores a customer that could not be read and schedules the next try (T14). A repeated webhook resets the pauses. */
export async function recordCustomerWebhook(ctx: Ctx, customerId: string): Promise<void> {
  await ctx.db.execute(sql`
    insert into told_customers (customer_id, next_at) values (${customerId}, now() + interval '30 seconds')
    on conflict (customer_id) do update set tries = 1, next_at = excluded.next_at`);
  await scheduleQueueMessage(ctx);
}

const waiting = () => z.object({ customer_id: z.string(), tries: z.int() });

/**
 * Imports the waiting customers. Permanent failures are dropped, because the daily run lists them with their reason;
 * others are retried with growing pauses for 72 hours.
 */
export async function syncCustomersFromWebhooks(ctx: Ctx): Promise<JobCounts> {
  if (unavailable(ctx)) return { found: 0, processed: 0 };
  const rows = await many(
    ctx,
    waiting,
    sql`
    update told_customers set lease_until = now() + interval '60 seconds', tries = tries + 1
    where customer_id in (
      select customer_id from told_customers
      where next_at <= now() and lease_until <= now()
      order by next_at
      limit ${batchSize} for update skip locked
    ) returning customer_id, tries`,
  );
  let processed = 0;
  for (const row of rows) if (await syncOne(ctx, row)) processed += 1;
  return { found: rows.length, processed };
}

/** A row that another webhook has reset meanwhile (other `tries`) stays. */
async function syncOne(ctx: Ctx, { customer_id, tries }: z.output<ReturnType<typeof waiting>>): Promise<boolean> {
  const ofThisTry = sql`customer_id = ${customer_id} and tries = ${tries}`;
  try {
    await syncCustomer(ctx, customer_id);
  } catch (error) {
    const reason = error instanceof Error ? error.name : "unknown";
    ctx.log({ level: "warn", event: "told-customer", customer_id, tries, reason });
    if (!(error instanceof Failure || error instanceof BadRequest)) {
      await ctx.db.execute(sql`
        with given_up as (
          delete from told_customers where ${ofThisTry} and created_at < now() - interval '72 hours' returning 1
        )
        update told_customers set lease_until = now(), next_at = now() + ${pause}
        where ${ofThisTry} and not exists (select 1 from given_up)`);
      return false;
    }
  }
  await ctx.db.execute(sql`delete from told_customers where ${ofThisTry}`);
  return true;
}
