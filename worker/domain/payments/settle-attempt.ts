import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context.ts";
import { backoffDelay, isFree, newLease, expiredLease } from "../platform/index.ts";
import { receivedMails } from "./invoices/payment-mails.ts";
import { requestEndedMails } from "./approvals/ended-mails.ts";
import type { Charge } from "./charges.ts";
import type { OpenAttempt, Progress } from "./read-attempt.ts";
import { exists, uuids } from "../sql.ts";

export async function holdAttempt(ctx: Ctx, id: string): Promise<boolean> {
  return exists(
    ctx,
    sql`
    update checkout_attempts a set lease_until = ${newLease}
    where id = ${id} and status in ('claimed', 'pending') and ${isFree("a")} returning 1`,
  );
}

/** Leaves an attempt open while its outcome is unknown: the retry job reads the provider again (F4, ADR-015). */
export async function waitForAnswer(ctx: Ctx, attempt: OpenAttempt, actionUrl: string | null): Promise<Progress> {
  await ctx.db.execute(sql`
    update checkout_attempts
    set
      status = 'pending',
      lease_until = ${expiredLease},
      action_url = ${actionUrl},
      tries = tries + 1,
      updated_at = now(),
      next_at = now() + ${backoffDelay({ max_s: 60 })}
    where id = ${attempt.id} and status in ('claimed', 'pending')`);
  return { outcome: "pending", action_url: actionUrl, charges: attempt.charges };
}

/**
 * The invoice is deleted before the order, in the order in which `recordPayment` locks them, so that a webhook for the
 * payment cannot cause a deadlock.
 */
const isAfterInvoiceDeletion = sql`(select count(*) from deleted_invoices) >= 0`;

const failRequestParts = (ctx: Ctx, failure: string | null): SQL => sql`
  r as (
    update approval_requests as r
    set status = 'failed', reason = ${failure}, version = r.version + 1, updated_at = now()
    from a where r.attempt_id = a.id and r.status = 'approved'
    returning r.*
  ),
  ${requestEndedMails(ctx)}`;

/** The buyer of an approved request is not at a checkout, so a mail names the plans that were not bought. */
const reportRefusedParts = (ctx: Ctx, refusedCharges: readonly Charge[], failure: string | null): SQL => sql`
  r as (
    update approval_requests as r
    set
      reason = ${`Not ordered: ${refusedCharges.map(({ name }) => name).join(", ")}. ${failure ?? ""}`},
      version = r.version + 1,
      updated_at = now()
    from a where r.attempt_id = a.id and r.status = 'approved'
    returning r.*
  ),
  ${requestEndedMails(ctx, sql`r`, sql`'partly'::text`)}`;

const orderedQuotePart = sql`
  ordered_quote as (
    update quotes as q
    set status = 'ordered', order_id = o.id, updated_at = greatest(now(), q.updated_at + interval '1 millisecond')
    from a join orders o on o.attempt_id = a.id
    where q.cart_id = a.cart_id and q.status = 'accepted'
  )`;

/**
 * Ends an attempt: paid items leave the cart, and orders and plans of refused charges are deleted, so that a retry with
 * another card creates no second order (F6, F7, ADR-013). A refused charge has certainly taken no money.
 */
export async function finishAttempt(
  ctx: Ctx,
  attempt: OpenAttempt,
  paidCharges: Charge[],
  failure: string | null,
): Promise<Progress> {
  const outcome = failure === null ? "succeeded" : paidCharges.length > 0 ? "partly" : "failed";
  const refusedCharges = attempt.charges.filter((charge) => !paidCharges.includes(charge));
  const orderIds = refusedCharges.filter((charge) => charge.kind === "order").map((charge) => charge.id);
  const planIds = refusedCharges.filter((charge) => charge.kind === "plan").map((charge) => charge.id);
  // An approved order without a payment under way still waits for its buyer, who gets no `orderReceived` mail.
  const isReceived = attempt.is_approved ? sql`(u.is_processing or u.due_on is not null)` : sql`true`;
  const paidProducts = paidCharges.flatMap((charge) => charge.lines.map((line) => line.id));
  const statement = sql`
    with a as (
      update checkout_attempts
      set status = ${outcome}, failure = ${failure}, action_url = null, updated_at = now()
      where id = ${attempt.id} and status in ('claimed', 'pending') returning *
    ),
    deleted_invoices as (
      delete from invoices i using a
      where i.reference_id = any(${uuids([...orderIds, ...planIds])})
        and i.payment_status in ('pending', 'declined')
      returning 1
    ),
    ${attempt.is_approved && outcome === "failed" ? sql`${failRequestParts(ctx, failure)},` : sql``}
    ${attempt.is_approved && outcome === "partly" ? sql`${reportRefusedParts(ctx, refusedCharges, failure)},` : sql``}
    ${outcome === "succeeded" ? sql`${orderedQuotePart},` : sql``}
    ${receivedMails(ctx, uuids([...orderIds, ...planIds]), isReceived)},
    deleted_lines as (delete from order_lines l using a where l.order_id = any(${uuids(orderIds)})),
    deleted_orders as (delete from orders o using a where o.id = any(${uuids(orderIds)}) and ${isAfterInvoiceDeletion}),
    deleted_plans as (delete from subscriptions s using a where s.id = any(${uuids(planIds)})
      and ${isAfterInvoiceDeletion})
    update carts c set attempt_id = null, is_complete = ${outcome === "succeeded"},
      products = case
        when ${outcome === "partly"} then c.products - ${`{${paidProducts.join(",")}}`}::text[]
        else c.products
      end,
      tax_amount = case when ${outcome === "partly"} then null else c.tax_amount end,
      tax_rate = case when ${outcome === "partly"} then null else c.tax_rate end,
      version = c.version + 1, updated_at = greatest(now(), c.updated_at + interval '1 millisecond')
    from a where c.id = a.cart_id and c.attempt_id = a.id`;
  await ctx.db.prepared([statement]);
  if (paidCharges.some((charge) => charge.payment_status === "pending")) ctx.wakeWorkers();
  return { outcome, action_url: null, charges: paidCharges };
}
