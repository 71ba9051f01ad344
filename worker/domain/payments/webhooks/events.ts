import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isCallbackEvent } from "../../../contract/callback-events.ts";
import { BadRequest, Failure, unauthorized } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { ProviderEvent } from "../../../gateways/payment-provider.ts";
import type { Ctx } from "../../context.ts";
import { applyEvent } from "./apply-event.ts";
import { maybeOne, exists, type RowOf, many } from "../../sql.ts";

const batchSize = 20;

/** A callback as it came in: `body` byte for byte, and the type that its address names; none where every type may come. */
export type SignedCallback = { body: string; signature: string; type: string | undefined };

const nonsense = () =>
  new BadRequest([{ code: "custom", path: [], message: "The signed body is not an event with an object." }]);

/**
 * Takes a callback whose signature covers its body, whose type fits its address and whose livemode fits our key. All refusals
 * look alike (T4), but for what was signed rightly and says nothing. A type that changes nothing here is forgotten.
 * Throws SECURITY_CHECK_FAILED, BadRequest.
 */
export async function receiveCallback(ctx: Ctx, { body, signature, type }: SignedCallback): Promise<void> {
  const signed = await ctx.gateways.payments.verifyEvent(body, signature);
  if (!signed) throw unauthorized("SECURITY_CHECK_FAILED");
  const { event } = signed;
  if (!event) throw nonsense();
  const isLive = !ctx.settings.STRIPE_SECRET_KEY.includes("_test_");
  if (event.type !== (type ?? event.type) || event.livemode !== isLive) throw unauthorized("SECURITY_CHECK_FAILED");
  if (!isCallbackEvent(event.type)) return;
  if (event.object_id === "") throw nonsense();
  await receiveEvents(ctx, [event]);
}

/** Stores callbacks, each once by its id; whoever brings one again learns that it is here (F8). */
export async function receiveEvents(ctx: Ctx, events: ProviderEvent[]): Promise<void> {
  const isNew = await exists(
    ctx,
    sql`
    insert into stripe_events (id, type, object_id, created)
    select id, type, object_id, created
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(id text, type text, object_id text, created bigint)
    on conflict (id) do nothing
    returning 1`,
  );
  if (isNew) ctx.wakeWorkers();
}

const waitingEvent = () =>
  z.object({ id: z.string(), type: z.string(), object_id: z.string(), created: z.number(), tries: z.int() });
type Row = RowOf<typeof waitingEvent>;

/**
 * Applies the callbacks that wait: each by reading its object from the provider, so that order, repetition and age do not
 * matter (F9, F10). What cannot be applied yet is tried again for 72 hours (F13); what is not ours is closed at once.
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
  const rows = await many(
    ctx,
    waitingEvent,
    sql`
    update stripe_events set lease_until = now() + interval '60 seconds', tries = tries + 1 where id in (
      select id
      from stripe_events
      where status = 'received' and next_at <= now() and lease_until <= now()
      order by next_at
      limit ${batchSize} for update skip locked
    ) returning id, type, object_id, created::float as created, tries`,
  );
  return rows;
}

async function processOne(ctx: Ctx, row: Row): Promise<boolean> {
  try {
    const applied = await applyEvent(ctx, row);
    if (applied !== "unknown") {
      const status = applied === "applied" ? "processed" : "ignored";
      await ctx.db.execute(sql`update stripe_events set status = ${status}, processed_at = now() where id = ${row.id}`);
      return true;
    }
  } catch (error) {
    report(ctx, row, reasonOf(error));
  }
  await askLater(ctx, row);
  return false;
}

/** An object that we do not know may be one that a running checkout has not recorded yet; after 72 hours a person must look (F9). */
async function askLater(ctx: Ctx, row: Row): Promise<void> {
  const left = await maybeOne(
    ctx,
    () => z.object({ status: z.string() }),
    sql`
    update stripe_events
    set
      lease_until = now(),
      next_at = now() + least(3600, power(2, least(tries, 12))) * interval '1 second',
      status = case when received_at < now() - interval '72 hours' then 'given-up' else status end
    where id = ${row.id} returning status`,
  );
  if (left?.status === "given-up") report(ctx, row, "given up after 72 hours");
}

/** What failed, in words of our own: a message of the provider or the database may hold what a person typed (T19). */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const isOurs = error instanceof GatewayError || error instanceof Failure;
  return isOurs ? `${error.name}: ${error.message}` : error.name;
}

const report = (ctx: Ctx, { id, type, tries }: Row, reason: string) =>
  ctx.log({ level: "error", event: "callback", callback_id: id, type, tries, reason });
