import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { BadRequest, Failure } from "../../contract/errors.ts";
import type { Ctx } from "../context.ts";
import { many } from "../sql.ts";
import { backoffDelay, claimDue, type JobCounts, expiredLease, scheduleQueueMessage } from "../platform/index.ts";
import { unavailableReason } from "./call-net-suite.ts";
import { syncCustomer } from "./sync-customer.ts";

const batchSize = 10;

/** A repeated webhook restarts the backoff (T14). */
export async function recordCustomerWebhook(ctx: Ctx, customerId: string): Promise<void> {
  await ctx.db.execute(sql`
    insert into told_customers (customer_id, next_at) values (${customerId}, now() + interval '30 seconds')
    on conflict (customer_id) do update set tries = 1, next_at = excluded.next_at`);
  await scheduleQueueMessage(ctx);
}

const pendingCustomer = () => z.object({ customer_id: z.string(), tries: z.int() });

/**
 * Imports the waiting customers. Permanent failures are dropped, because the daily run lists them with their reason;
 * others are retried with growing pauses for 72 hours. Without NetSuite nothing waits: once it is connected again, the
 * daily run imports every customer.
 */
export async function syncCustomersFromWebhooks(ctx: Ctx): Promise<JobCounts> {
  if (unavailableReason(ctx)) {
    await ctx.db.execute(sql`delete from told_customers`);
    return { found: 0, processed: 0 };
  }
  const rows = await many(
    ctx,
    pendingCustomer,
    claimDue({
      table: "told_customers",
      key: "customer_id",
      isOpen: sql`true`,
      tries: "tries",
      limit: batchSize,
      returning: sql`customer_id, tries`,
    }),
  );
  let processed = 0;
  for (const row of rows) if (await syncPendingCustomer(ctx, row)) processed += 1;
  return { found: rows.length, processed };
}

/** A row whose `tries` another webhook has reset meanwhile stays in the queue. */
async function syncPendingCustomer(
  ctx: Ctx,
  { customer_id, tries }: z.output<ReturnType<typeof pendingCustomer>>,
): Promise<boolean> {
  const isCurrentTry = sql`customer_id = ${customer_id} and tries = ${tries}`;
  try {
    await syncCustomer(ctx, customer_id);
  } catch (error) {
    const reason = error instanceof Error ? error.name : "unknown";
    ctx.log({ level: "warn", event: "told-customer", customer_id, tries, reason });
    if (!(error instanceof Failure || error instanceof BadRequest)) {
      await ctx.db.execute(sql`
        with given_up as (
          delete from told_customers where ${isCurrentTry} and created_at < now() - interval '72 hours' returning 1
        )
        update told_customers set lease_until = ${expiredLease},
          next_at = now() + ${backoffDelay({ first_s: 15, max_s: 3600 })}
        where ${isCurrentTry} and not exists (select 1 from given_up)`);
      return false;
    }
  }
  await ctx.db.execute(sql`delete from told_customers where ${isCurrentTry}`);
  return true;
}
