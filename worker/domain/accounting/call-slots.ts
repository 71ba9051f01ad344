import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { GatewayError } from "../../gateways/gateway-error.ts";
import type { Ctx } from "../context.ts";
import { maybeOne } from "../sql.ts";

/** NetSuite allows five concurrent calls per account, more for a fee; one is left for finance. */
const slotsMax = 4;
/**
 * Lease in seconds, longer than the slowest `work` of the kind: a token request, then one read, or one save of up to 30
 * s, and both once more if NetSuite rejects the token.
 */
const leaseSeconds = { read: 30, save: 90 };
export type CallKind = keyof typeof leaseSeconds;
const pausesMs = [20, 40, 80, 160];

/**
 * Runs `work` in one of four slots, so that all workers together have at most four calls in flight. `work` calls
 * NetSuite sequentially and must end within the lease of its kind, which the database's clock measures. A call that
 * timed out holds its slot until the lease ends, since NetSuite may still be processing it. Waits for a free slot until
 * `until` (Date.now()), then throws a retryable GatewayError.
 */
export async function withSlot<T>(ctx: Ctx, work: () => Promise<T>, until: number, kind: CallKind): Promise<T> {
  const holderId = crypto.randomUUID();
  const slot = await claimSlot(ctx, holderId, until, kind);
  let isStillRunning = false;
  try {
    return await work();
  } catch (error) {
    isStillRunning = error instanceof GatewayError && error.timed_out;
    throw error;
  } finally {
    if (!isStillRunning) await releaseSlot(ctx, slot, holderId);
  }
}

/** A slot that could not be released becomes free when its lease ends. */
async function releaseSlot(ctx: Ctx, slot: number, holder: string): Promise<void> {
  const release = ctx.db.execute(sql`
    update call_slots set lease_until = now()
    where partner = 'net-suite' and slot = ${slot} and holder = ${holder}`);
  await release.catch(() => ctx.log({ level: "warn", event: "call-slot", slot }));
}

async function claimSlot(ctx: Ctx, holder: string, until: number, kind: CallKind): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const row = await maybeOne(
      ctx,
      () => z.object({ slot: z.int() }),
      sql`
      with free as (
        select slot from generate_series(1, ${slotsMax}::int) slot
        where not exists (
          select 1 from call_slots s
          where s.partner = 'net-suite' and s.slot = slot.slot and s.lease_until > now()
        )
        order by random() limit 1
      )
      insert into call_slots as s (partner, slot, holder, lease_until)
      select 'net-suite', slot, ${holder}::uuid, now() + make_interval(secs => ${leaseSeconds[kind]}::int) from free
      on conflict (partner, slot)
        do update set holder = excluded.holder, lease_until = excluded.lease_until where s.lease_until <= now()
      returning slot`,
    );
    if (row) return row.slot;
    const pauseMs = (pausesMs[tries] ?? 250) * (0.5 + Math.random());
    if (Date.now() + pauseMs >= until)
      throw new GatewayError("net-suite", "all slots are taken", {
        retryable: true,
        reason: "NetSuite is busy with other calls of this shop.",
      });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
