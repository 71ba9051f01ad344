import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { audited, runInOrder } from "../../platform/index.ts";
import { many, one } from "../../sql.ts";
import { refreshPayment } from "../refresh-payment.ts";
import { requestEndedMails } from "./ended-mails.ts";

const batchSize = 50;
const unpaidOrder = () =>
  z.object({ id: z.string(), invoice_id: z.string(), stripe_invoice_id: z.nullable(z.string()) });
const countRow = () => z.object({ found: z.int() });

/**
 * Cancels approved orders that were not paid in time or whose buyer is inactive (F24), except orders on account. The
 * invoice is voided at the provider first, so that a canceled order cannot be paid; recording the void cancels the
 * order. A failure does not stop the other orders. `of` is a condition on the requests `r`. @throws the first error
 */
export async function cancelUnpaidRequests(ctx: Ctx, of: SQL = sql`true`): Promise<number> {
  const rows = await many(
    ctx,
    unpaidOrder,
    sql`
    select r.id, i.id as invoice_id, i.stripe_invoice_id
    from approval_requests r
      join users asker on asker.id = r.user_id
      join orders o on o.attempt_id = r.attempt_id
      join invoices i on i.reference_type = 'order' and i.reference_id = o.id
      join checkout_attempts a on a.id = r.attempt_id and a.status not in ('claimed', 'pending')
    where r.status = 'approved' and (r.expires_at <= now() or not asker.is_active)
      and i.payment_status in ('pending', 'declined') and i.due_on is null and not i.is_processing
      and ${of}
    order by r.expires_at limit ${batchSize}`,
  );
  const endedRequests = await runInOrder(rows, async ({ id, invoice_id, stripe_invoice_id }) => {
    if (stripe_invoice_id) {
      await ctx.gateways.payments.voidInvoice(stripe_invoice_id);
      await refreshPayment(ctx, invoice_id);
    }
    return cancelUnpaidRequest(ctx, id);
  });
  return endedRequests.reduce((sum, found) => sum + found, 0);
}

/**
 * Cancels the approved request `id` and notifies its buyer if the request's order is canceled. Returns the number of
 * canceled requests: 1 or 0.
 */
export async function cancelUnpaidRequest(ctx: Ctx, id: string): Promise<number> {
  const { found } = await one(
    ctx,
    countRow,
    sql`
    with r as (
      update approval_requests as r
      set status = 'canceled', version = r.version + 1, updated_at = now(),
        reason = case
          when asker.is_active then 'The order was not paid in time.'
          else 'The requester may no longer buy for the organization.'
        end
      from orders o, users asker
      where r.id = ${id} and r.status = 'approved' and o.attempt_id = r.attempt_id and o.status = 'canceled'
        and asker.id = r.user_id
      returning r.*
    ),
    ${audited(ctx, "cancelUnpaidRequest", "cart", "r", {
      subject_id: sql`r.cart_id`,
      data: sql`jsonb_strip_nulls(jsonb_build_object('request_id', r.id, 'total', r.total, 'reason', r.reason))`,
    })},
    ${requestEndedMails(ctx)}
    select count(*)::int as found from r`,
    () => new Error("a count returned no row"),
  );
  return found;
}
