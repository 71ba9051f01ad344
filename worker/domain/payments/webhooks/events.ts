import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { isWebhookEventType } from "../../../contract/callback-events.ts";
import { BadRequest, Failure, unauthorized } from "../../../contract/errors.ts";
import { GatewayError } from "../../../gateways/gateway-error.ts";
import type { ProviderEvent } from "../../../gateways/payment-provider.ts";
import type { Ctx } from "../../context.ts";
import { backoffDelay, claimDue, type JobCounts, expiredLease } from "../../platform/index.ts";
import { applyEvent } from "./apply-event.ts";
import { maybeOne, exists, type RowOf, many } from "../../sql.ts";

const batchSize = 20;

/** An incoming webhook: `body` byte for byte; `type` from its address, undefined where every type is accepted. */
export type SignedStripeWebhook = { body: string; signature: string; type: string | undefined };

const invalidEvent = () =>
  new BadRequest([{ code: "custom", path: [], message: "The signed body is not an event with an object." }]);

/**
 * Accepts a webhook if the signature covers its body, the type fits its address and livemode fits our key. All refusals
 * look alike (T4), except for a valid signature over an invalid event. Types without effect here are dropped.
 */
export async function receiveWebhook(ctx: Ctx, { body, signature, type }: SignedStripeWebhook): Promise<void> {
  const signed = await ctx.gateways.payments.verifyEvent(body, signature);
  if (!signed) throw unauthorized("SECURITY_CHECK_FAILED");
  const { event } = signed;
  if (!event) throw invalidEvent();
  const isLive = !ctx.settings.STRIPE_SECRET_KEY.includes("_test_");
  if (event.type !== (type ?? event.type) || event.livemode !== isLive) throw unauthorized("SECURITY_CHECK_FAILED");
  if (!isWebhookEventType(event.type)) return;
  if (event.object_id === "") throw invalidEvent();
  await receiveEvents(ctx, [event]);
}

/** A repeated webhook has no effect (F8). */
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
type EventRow = RowOf<typeof waitingEvent>;

/**
 * Applies waiting webhooks, each by reading its object from the provider, so that order, repetition and age do not
 * matter (F9, F10). Failures are retried for 72 hours (F13); webhooks of foreign objects are ignored at once.
 */
export async function processEvents(ctx: Ctx): Promise<JobCounts> {
  let found = 0;
  let processed = 0;
  for (;;) {
    const rows = await claimEvents(ctx);
    found += rows.length;
    for (const row of rows) if (await processEvent(ctx, row)) processed += 1;
    if (rows.length < batchSize) return { found, processed };
  }
}

const claimEvents = (ctx: Ctx): Promise<EventRow[]> =>
  many(
    ctx,
    waitingEvent,
    claimDue({
      table: "stripe_events",
      isOpen: sql`status = 'received'`,
      tries: "tries",
      limit: batchSize,
      returning: sql`id, type, object_id, created::float as created, tries`,
    }),
  );

async function processEvent(ctx: Ctx, row: EventRow): Promise<boolean> {
  try {
    const applied = await applyEvent(ctx, row);
    if (applied !== "unknown") {
      const status = applied === "applied" ? "processed" : "ignored";
      await ctx.db.execute(sql`update stripe_events set status = ${status}, processed_at = now() where id = ${row.id}`);
      return true;
    }
  } catch (error) {
    logFailure(ctx, row, toLoggedReason(error));
  }
  await postpone(ctx, row);
  return false;
}

/**
 * Postpones a webhook: an unknown object may belong to a running checkout that has not recorded it yet. After 72 hours
 * an administrator must decide (F9).
 */
async function postpone(ctx: Ctx, row: EventRow): Promise<void> {
  const postponedEvent = await maybeOne(
    ctx,
    () => z.object({ status: z.string() }),
    sql`
    update stripe_events
    set
      lease_until = ${expiredLease},
      next_at = now() + ${backoffDelay({ max_s: 3600 })},
      status = case when received_at < now() - interval '72 hours' then 'given-up' else status end
    where id = ${row.id} returning status`,
  );
  if (postponedEvent?.status === "given-up") logFailure(ctx, row, "given up after 72 hours");
}

/** The cause in our own words: messages of the provider or the database may contain user input (T19). */
function toLoggedReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const isExpectedError = error instanceof GatewayError || error instanceof Failure;
  return isExpectedError ? `${error.name}: ${error.message}` : error.name;
}

const logFailure = (ctx: Ctx, { id, type, tries }: EventRow, reason: string) =>
  ctx.log({ level: "error", event: "callback", callback_id: id, type, tries, reason });
