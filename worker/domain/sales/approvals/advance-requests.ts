import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { audited, type JobCounts } from "../../platform/index.ts";
import { refreshPayment, requestEndedMails } from "../../payments/index.ts";
import { many, one } from "../../sql.ts";
import { askedMails } from "./request-mails.ts";
import { isOpenRequest } from "./request-rows.ts";

const batch = 50;
const count = () => z.object({ found: z.int() });
const none = () => new Error("a count returned no row");
const data = sql`jsonb_strip_nulls(jsonb_build_object('request_id', r.id, 'total', r.total, 'reason', r.reason))`;

/** Reminds approvers after a day, asks the owners at the escalation, and ends what nobody decided or paid in time. */
export async function advanceApprovalRequests(ctx: Ctx): Promise<JobCounts> {
  const counts = [await remind(ctx), await escalate(ctx), await expireRequests(ctx), await cancelUnpaid(ctx)];
  const found = counts.reduce((sum, each) => sum + each, 0);
  if (found > 0) ctx.wakeWorkers();
  return { found, processed: found };
}

async function remind(ctx: Ctx): Promise<number> {
  const { found } = await one(
    ctx,
    count,
    sql`
    with due as (
      select r.id from approval_requests r where ${isOpenRequest} and r.remind_at <= now()
      order by r.remind_at limit ${batch} for update skip locked
    ),
    r as (update approval_requests as r set remind_at = null from due where r.id = due.id returning r.*),
    ${askedMails(ctx, "reminded")}
    select count(*)::int as found from r`,
    none,
  );
  return found;
}

/** A rule may be due while another of the request waits longer. */
async function escalate(ctx: Ctx): Promise<number> {
  const { found } = await one(
    ctx,
    count,
    sql`
    with due as (
      select r.id from approval_requests r where ${isOpenRequest} and r.escalate_at <= now()
      order by r.escalate_at limit ${batch} for update skip locked
    ),
    r as (
      update approval_requests as r set escalate_at = (
        select min((rule ->> 'escalate_at')::timestamptz) from jsonb_array_elements(r.rules) rule
        where (rule ->> 'escalate_at')::timestamptz > now()
      )
      from due where r.id = due.id returning r.*
    ),
    ${askedMails(ctx, "escalated")}
    select count(*)::int as found from r`,
    none,
  );
  return found;
}

/** Of what nobody decided in time. */
export async function expireRequests(ctx: Ctx): Promise<number> {
  const { found } = await one(
    ctx,
    count,
    sql`
    with due as (
      select r.id from approval_requests r where r.status = 'pending' and r.expires_at <= now()
      order by r.expires_at limit ${batch} for update skip locked
    ),
    r as (
      update approval_requests as r
      set status = 'expired', version = r.version + 1, remind_at = null, escalate_at = null, updated_at = now()
      from due where r.id = due.id returning r.*
    ),
    ${audited(ctx, "expireRequests", "cart", "r", { subject_id: sql`r.cart_id`, data })},
    ${requestEndedMails(ctx)}
    select count(*)::int as found from r`,
    none,
  );
  return found;
}

const unpaid = () => z.object({ id: z.string(), invoice_id: z.string(), stripe_invoice_id: z.nullable(z.string()) });

/** Voids the invoice at the provider first, which cancels the order, so that nobody pays for an order that is gone. */
async function cancelUnpaid(ctx: Ctx): Promise<number> {
  const rows = await many(
    ctx,
    unpaid,
    sql`
    select r.id, i.id as invoice_id, i.stripe_invoice_id
    from approval_requests r
      join orders o on o.attempt_id = r.attempt_id
      join invoices i on i.reference_type = 'order' and i.reference_id = o.id
      join checkout_attempts a on a.id = r.attempt_id and a.status not in ('claimed', 'pending')
    where r.status = 'approved' and r.expires_at <= now() and i.payment_status in ('pending', 'declined')
      and not i.is_processing
    order by r.expires_at limit ${batch}`,
  );
  let ended = 0;
  for (const { id, invoice_id, stripe_invoice_id } of rows) {
    if (stripe_invoice_id) {
      await ctx.gateways.payments.voidInvoice(stripe_invoice_id);
      await refreshPayment(ctx, invoice_id);
    }
    ended += await cancelUnpaidRequest(ctx, id);
  }
  return ended;
}

/** The order of the request was canceled, because nobody paid it. */
export async function cancelUnpaidRequest(ctx: Ctx, id: string): Promise<number> {
  const { found } = await one(
    ctx,
    count,
    sql`
    with r as (
      update approval_requests as r
      set status = 'canceled', reason = 'Its order was not paid in time.', version = r.version + 1, updated_at = now()
      from orders o
      where r.id = ${id} and r.status = 'approved' and o.attempt_id = r.attempt_id and o.status = 'canceled'
      returning r.*
    ),
    ${audited(ctx, "cancelUnpaidRequest", "cart", "r", { subject_id: sql`r.cart_id`, data })},
    ${requestEndedMails(ctx)}
    select count(*)::int as found from r`,
    none,
  );
  return found;
}
