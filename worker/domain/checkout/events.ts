import { sql } from "drizzle-orm";
import type { ProviderEvent } from "../../gateways/payment-provider.ts";
import type { Ctx } from "../context.ts";
import { applyEvent } from "./apply-event.ts";

const batchSize = 20;

/** Stores a callback once by its id; whoever brings it again learns that it is here (F8). */
export async function receiveEvent(ctx: Ctx, event: ProviderEvent): Promise<void> {
  await ctx.db.execute(sql`
    insert into stripe_events (id, type, object_id, created) values (${event.id}, ${event.type}, ${event.object_id}, ${event.created}) on conflict (id) do nothing`);
  ctx.wakeOutbox();
}

type Row = { id: string; type: string; object_id: string; tries: number };

/**
 * Applies the callbacks that wait: each by reading its object from the provider, so that order, repetition and age do not
 * matter (F9, F10). What cannot be applied yet is tried again for 72 hours (F13).
 */
export async function processEvents(ctx: Ctx): Promise<{ found: number; processed: number }> {
  let found = 0;
  let processed = 0;
  for (;;) {
    const rows = await take(ctx);
    found += rows.length;
    for (const row of rows) if (await processOne(ctx, row)) processed += 1;
    if (rows.length < batchSize) return { found, processed };
  }
}

async function take(ctx: Ctx): Promise<Row[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    update stripe_events set lease_until = now() + interval '60 seconds', tries = tries + 1 where id in (
      select id from stripe_events where status = 'received' and next_at <= now() and lease_until <= now() order by next_at limit ${batchSize} for update skip locked
    ) returning id, type, object_id, tries`);
  return rows;
}

async function processOne(ctx: Ctx, row: Row): Promise<boolean> {
  try {
    const status = (await applyEvent(ctx, row)) ? "processed" : "waiting";
    if (status === "processed") {
      await ctx.db.execute(
        sql`update stripe_events set status = 'processed', processed_at = now() where id = ${row.id}`,
      );
      return true;
    }
  } catch (error) {
    ctx.log({
      level: "error",
      event: "callback",
      callback_id: row.id,
      type: row.type,
      tries: row.tries,
      reason: error instanceof Error ? error.name : "unknown",
    });
  }
  // An object that we do not know may be one that a running checkout has not recorded yet.
  await ctx.db.execute(sql`
    update stripe_events set lease_until = now(), next_at = now() + least(3600, power(2, least(tries, 12))) * interval '1 second',
      status = case when received_at < now() - interval '72 hours' or (tries >= 8 and ${isForeign(row)}) then 'ignored' else status end
    where id = ${row.id}`);
  return false;
}

/** Objects that can only be somebody else's stop being asked for sooner. */
const isForeign = (row: Row): boolean => row.type.startsWith("customer.updated");
