import { sql } from "drizzle-orm";
import { isCallbackEvent } from "../../../contract/callback-events.ts";
import type { Ctx } from "../../context.ts";
import { refreshPayment } from "../refresh-payment.ts";
import { idRow, many, uuids } from "../../sql.ts";
import { inTime, type JobCounts, type JsonValue, type TaskPage, toReason, withRetries } from "../../platform/index.ts";
import { receiveEvents } from "./events.ts";

/** As long as the provider keeps events (https://docs.stripe.com/api/events). */
const lookBackS = 30 * 24 * 3600;
/** A run may ask 1,000 times in all; an invoice takes at most eight. The next run goes on. */
const readMax = 100;
/** What a page of the task reads. */
const pageMax = 10;

type Failures = TaskPage["failures"];

/**
 * Takes the events that were never delivered and reads what is still open: payments of the last 90 days, refunds that are
 * pending and disputes (F11). Each once a day, those that were never read first and the newest of them before the others, so
 * that none waits for ever behind many.
 */
export async function reconcile(ctx: Ctx): Promise<JobCounts> {
  const missed = await takeMissed(ctx);
  const ids = await takeOpen(ctx);
  const failures = await refreshAll(ids, (id) => refreshPayment(ctx, id));
  // Not read today: the next run tries again, after those that were not tried.
  if (failures.length > 0)
    await ctx.db.execute(sql`
      update invoices
      set checked_at = now() - interval '20 hours'
      where id = any(${uuids(failures.map(({ record_id }) => record_id))})`);
  return { found: missed + ids.length, processed: ids.length - failures.length };
}

/** A page of the task: the same of everything that is open, in the order of their ids, whenever it was read before. */
export async function reconcilePage(ctx: Ctx, cursor: JsonValue): Promise<TaskPage> {
  const missed = cursor === null ? await takeMissed(ctx) : 0;
  const ids = await readOpen(ctx, typeof cursor === "string" ? cursor : null);
  const until = inTime();
  const failures = await refreshAll(ids, (id) => withRetries(() => refreshPayment(ctx, id), until));
  const last = ids.length === pageMax ? ids.at(-1) : undefined;
  const found = missed + ids.length;
  return { cursor: last ?? null, found, processed: found - failures.length, failures };
}

/** How many events were never delivered, which now wait here. */
async function takeMissed(ctx: Ctx): Promise<number> {
  const missed = await ctx.gateways.payments.listUndelivered(lookBackS);
  await receiveEvents(
    ctx,
    missed.filter(({ type }) => isCallbackEvent(type)),
  );
  return missed.length;
}

async function refreshAll(ids: string[], refresh: (id: string) => Promise<void>): Promise<Failures> {
  const failures: Failures = [];
  for (const id of ids)
    await refresh(id).catch((error: unknown) => failures.push({ record_id: id, reason: toReason(error) }));
  return failures;
}

const isOpen = sql`
  (stripe_invoice_id is not null or stripe_payment_id is not null)
  and (
    (payment_status = 'pending' and created_at > now() - interval '90 days')
    or is_disputed
    or jsonb_path_exists(refunds, '$[*] ? (@.is_pending == true)')
  )`;

async function readOpen(ctx: Ctx, after: string | null): Promise<string[]> {
  const rows = await many(
    ctx,
    idRow,
    sql`
    select id from invoices
    where ${isOpen} and (${after}::uuid is null or id > ${after}::uuid)
    order by id
    limit ${pageMax}`,
  );
  return rows.map(({ id }) => id);
}

async function takeOpen(ctx: Ctx): Promise<string[]> {
  const rows = await many(
    ctx,
    idRow,
    sql`
    update invoices set checked_at = now() where id in (
      select id
      from invoices
      where ${isOpen} and (checked_at is null or checked_at < now() - interval '20 hours')
      order by checked_at nulls first, created_at desc
      limit ${readMax} for update skip locked
    ) returning id`,
  );
  return rows.map(({ id }) => id);
}
