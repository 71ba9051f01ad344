import { sql } from "drizzle-orm";
import { isWebhookEventType } from "../../../contract/callback-events.ts";
import type { Ctx } from "../../context.ts";
import { refreshPayment } from "../refresh-payment.ts";
import { idRow, many, uuids } from "../../sql.ts";
import {
  defaultDeadline,
  type JobCounts,
  type JsonValue,
  type TaskPage,
  toReason,
  withRetries,
} from "../../platform/index.ts";
import { receiveEvents } from "./events.ts";

/** The provider retains events for 30 days (https://docs.stripe.com/api/events). */
const lookBackS = 30 * 24 * 3600;
/**
 * Invoices per run: a Worker may make 1,000 subrequests, and an invoice takes at most eight. The next run continues.
 */
const readMax = 100;
const pageMax = 10;

type Failures = TaskPage["failures"];

/**
 * Fetches undelivered events and refreshes open invoices: those pending and created in the last 90 days, those owed on
 * account, and those with pending refunds or disputes (F11, ADR-020). Each invoice is due once a day. Invoices that
 * were never checked come first, from the newest on, then those with the oldest check, so that none starves in a long
 * queue.
 */
export async function reconcile(ctx: Ctx): Promise<JobCounts> {
  const missedCount = await fetchUndelivered(ctx);
  const ids = await claimOpenInvoices(ctx);
  const failures = await refreshAll(ids, (id) => refreshPayment(ctx, id));
  // Failed invoices are due again in the next run, after invoices that were never checked.
  if (failures.length > 0)
    await ctx.db.execute(sql`
      update invoices
      set checked_at = now() - interval '20 hours'
      where id = any(${uuids(failures.map(({ record_id }) => record_id))})`);
  return { found: missedCount + ids.length, processed: ids.length - failures.length };
}

/** One batch of the open invoices in id order, regardless of their last check; the first also fetches missed events. */
export async function reconcilePage(ctx: Ctx, cursor: JsonValue): Promise<TaskPage> {
  const missedCount = cursor === null ? await fetchUndelivered(ctx) : 0;
  const ids = await listOpenInvoiceIds(ctx, typeof cursor === "string" ? cursor : null);
  const until = defaultDeadline();
  const failures = await refreshAll(ids, (id) => withRetries(() => refreshPayment(ctx, id), until));
  const last = ids.length === pageMax ? ids.at(-1) : undefined;
  const found = missedCount + ids.length;
  return { cursor: last ?? null, found, processed: found - failures.length, failures };
}

async function fetchUndelivered(ctx: Ctx): Promise<number> {
  const missedEvents = await ctx.gateways.payments.listUndelivered(lookBackS);
  await receiveEvents(
    ctx,
    missedEvents.filter(({ type }) => isWebhookEventType(type)),
  );
  return missedEvents.length;
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
    or (due_on is not null and closed_as is null and payment_status in ('pending', 'declined'))
    or is_disputed
    or jsonb_path_exists(refunds, '$[*] ? (@.is_pending == true)')
  )`;

async function listOpenInvoiceIds(ctx: Ctx, after: string | null): Promise<string[]> {
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

async function claimOpenInvoices(ctx: Ctx): Promise<string[]> {
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
