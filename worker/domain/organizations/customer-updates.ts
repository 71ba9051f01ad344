import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../context.ts";
import { backoffDelay, claimDue, expiredLease, type JobCounts, scheduleQueueMessage } from "../platform/index.ts";
import { maybeOne, type RowOf } from "../sql.ts";

const batchSize = 10;

/**
 * CTE that queues the name and the billing email of organizations in CTE `o`, which has their rows `before` and
 * `after`, for the payment provider: its invoices show both. It retains a removed address, because it sends no invoice
 * without one.
 */
export const customerUpdatePart = sql`customer_update as (
      insert into customer_updates (org_id)
      select id from o
      where after ->> 'stripe_customer_id' is not null and (
        before ->> 'name' <> after ->> 'name'
        or before ->> 'billing_email' is distinct from coalesce(after ->> 'billing_email', before ->> 'billing_email')
      )
      on conflict (org_id) do update
        set version = customer_updates.version + 1, tries = 0, next_at = excluded.next_at
      returning org_id
    )`;

/** Sends what is queued for an organization. It stays queued if the provider does not answer. */
export async function sendCustomerUpdate(ctx: Ctx, orgId: string): Promise<void> {
  const { found, processed } = await sendDueUpdates(ctx, sql`org_id = ${orgId}`);
  if (processed < found) await scheduleQueueMessage(ctx);
}

/** Sends what is queued, and what the provider did not answer again, with growing pauses. */
export const sendCustomerUpdates = (ctx: Ctx): Promise<JobCounts> => sendDueUpdates(ctx, sql`true`);

/** Claims one row at a time, so that its lease outlasts the provider's call. */
async function sendDueUpdates(ctx: Ctx, isOpen: SQL): Promise<JobCounts> {
  const counts = { found: 0, processed: 0 };
  while (counts.found < batchSize) {
    const row = await maybeOne(
      ctx,
      claimedRow,
      claimDue({
        table: "customer_updates",
        key: "org_id",
        isOpen,
        tries: "tries",
        limit: 1,
        returning: sql`org_id, version, tries, lease_until::text`,
      }),
    );
    if (!row) break;
    counts.found += 1;
    if (await sendUpdate(ctx, row)) counts.processed += 1;
  }
  return counts;
}

const claimedRow = () => z.object({ org_id: z.string(), version: z.int(), tries: z.int(), lease_until: z.string() });
const customerRow = () => z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()) });

/**
 * Only the holder of the lease calls the provider, so that the calls for an organization arrive in their order. A
 * change that is stored meanwhile raises the version and is sent next.
 */
async function sendUpdate(ctx: Ctx, { org_id, version, ...row }: RowOf<typeof claimedRow>): Promise<boolean> {
  const isLeased = sql`org_id = ${org_id} and lease_until = ${row.lease_until}::timestamptz`;
  try {
    // A statement of its own: the claim may have waited for the change, and read the organization before it (ADR-086).
    const customer = await maybeOne(
      ctx,
      customerRow,
      sql`
      select stripe_customer_id as id, name, billing_email as email
      from organizations
      where id = ${org_id} and stripe_customer_id is not null`,
    );
    if (customer)
      await ctx.gateways.payments.updateCustomer(customer.id, {
        name: customer.name,
        email: customer.email ?? undefined,
      });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log({ level: "warn", event: "customer-update", org_id, tries: row.tries, reason });
    await ctx.db.execute(sql`
      update customer_updates
      set
        lease_until = ${expiredLease},
        next_at = case
          when version = ${version} then now() + ${backoffDelay({ first_s: 15, max_s: 3600 })}
          else next_at
        end
      where ${isLeased}`);
    return false;
  }
  await ctx.db.batch([
    sql`delete from customer_updates where ${isLeased} and version = ${version}`,
    sql`update customer_updates set lease_until = ${expiredLease} where ${isLeased}`,
  ]);
  return true;
}
