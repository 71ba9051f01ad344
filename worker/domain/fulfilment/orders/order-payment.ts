import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { refundReasons, refundStatuses, paidByTypes } from "../../../../db/enums.ts";
import type { ReadCtx } from "../../context.ts";
import { shopToday } from "../../shop-days.ts";
import { maybeOne, iso, type RowOf } from "../../sql.ts";

const payment = () =>
  z.object({
    invoice_id: z.string(),
    stripe_customer_id: z.nullable(z.string()),
    stripe_payment_id: z.nullable(z.string()),
    stripe_invoice_id: z.nullable(z.string()),
    charges: z.array(z.string()),
    disputes: z.array(z.string()),
    is_disputed: z.boolean(),
    /** The sum received did not match the invoice, or the payment arrived after the order was canceled. */
    needs_review: z.boolean(),
    method: z.nullable(z.object({ type: z.enum(paidByTypes), name: z.nullable(z.string()), last4: z.string() })),
    /** Payments, oldest first; `reference` is null unless an administrator recorded the payment. */
    received: z.array(
      z.object({
        kind: z.enum(["charge", "balance", "paid_out_of_band"]),
        at: z.string(),
        reference: z.nullable(z.string()),
      }),
    ),
    /** Oldest first, in US cents; refunds of $0, which only cancel lines, are left out. `lines` is a display text. */
    refunds: z.array(
      z.object({
        id: z.string(),
        amount: z.int(),
        /** US cents paid back or in transit, by any means; null while unknown. */
        given_amount: z.nullable(z.int()),
        status: z.enum(refundStatuses),
        stripe_refund_id: z.nullable(z.string()),
        at: z.string(),
        by: z.nullable(z.string()),
        lines: z.nullable(z.string()),
        reason: z.nullable(z.enum(refundReasons)),
        reason_text: z.nullable(z.string()),
        /** Reference of a wire or cheque; null for refunds by the provider. */
        reference: z.nullable(z.string()),
      }),
    ),
    /**
     * Failed refunds, in US cents, that were neither retried nor paid by other means. A failed retry is an entry of its
     * own.
     */
    failed_refunds: z.array(
      z.object({
        id: z.string(),
        amount: z.int(),
        at: z.string(),
        failure_reason: z.nullable(z.string()),
        instructions: z.nullable(z.object({ message: z.string(), at: z.string(), by: z.nullable(z.string()) })),
      }),
    ),
    is_test_mode: z.boolean(),
    /** Today in the shop's time zone, the last day that a payment can be dated. */
    today: z.string(),
  });
export type OrderPayment = RowOf<typeof payment>;

export async function readOrderPayment(ctx: ReadCtx, orderId: string): Promise<OrderPayment | undefined> {
  const objectIds = (kinds: "charge" | "dispute") => sql`coalesce((
    select json_agg(distinct l.stripe_object_id)
    from payment_ledger l
    where l.invoice_id = i.id and starts_with(l.kind, ${kinds}::text)
  ), '[]')`;
  const row = await maybeOne(
    ctx,
    () => z.object({ payment: payment() }),
    sql`
    select json_build_object(
      'invoice_id', i.id,
      'stripe_customer_id', org.stripe_customer_id,
      'stripe_payment_id', i.stripe_payment_id,
      'stripe_invoice_id', i.stripe_invoice_id,
      'charges', ${objectIds("charge")},
      'disputes', ${objectIds("dispute")},
      'is_disputed', i.is_disputed,
      'needs_review', i.needs_review,
      'method', a.payment_method,
      'is_test_mode', ${ctx.settings.STRIPE_SECRET_KEY.includes("_test_")}::boolean,
      'today', ${shopToday},
      'received', coalesce((
        select json_agg(json_build_object(
          'kind', l.kind,
          'at', coalesce(noted.paid_on::text, ${iso("l.booked_at")}),
          'reference', noted.reference
        ) order by l.booked_at, l.id)
        from payment_ledger l
          left join invoice_actions noted
            on noted.invoice_id = l.invoice_id and noted.status = 'done' and noted.kind = 'paid'
              and l.kind = 'paid_out_of_band'
        where l.invoice_id = i.id and l.kind in ('charge', 'balance', 'paid_out_of_band')
      ), '[]'),
      'failed_refunds', coalesce((
        select json_agg(json_build_object(
          'id', l.stripe_object_id,
          'amount', l.amount_cents,
          'at', ${iso("l.booked_at")},
          'failure_reason', (
            select reported.failure_reason
            from jsonb_to_recordset(i.refunds) as reported(id text, failure_reason text)
            where reported.id = l.stripe_object_id
          ),
          'instructions', (
            select json_build_object(
              'message', told.message, 'at', ${iso("told.created_at")}, 'by', u.first_name || ' ' || u.last_name
            )
            from refund_instructions told left join users u on u.id = told.created_by
            where told.failed_refund_id = l.stripe_object_id
          )
        ) order by l.booked_at, l.id)
        from payment_ledger l
        where l.invoice_id = i.id and l.kind = 'refund_failed' and not exists (
          select 1 from refunds r where r.failed_refund_id = l.stripe_object_id and r.status <> 'canceled'
        )
      ), '[]'),
      'refunds', coalesce((
        select json_agg(json_build_object(
          'id', r.id,
          'amount', r.amount,
          'given_amount', r.given_amount,
          'status', r.status,
          'stripe_refund_id', r.stripe_refund_id,
          'at', ${iso("r.created_at")},
          'reason', r.reason,
          'reason_text', r.reason_text,
          'reference', r.reference,
          'by', (select u.first_name || ' ' || u.last_name from users u where u.id = r.actor_id),
          'lines', (
            select string_agg(back.quantity || ' × ' || coalesce(l.name, 'Shipping'), ', ' order by back.id)
            from refund_lines back left join order_lines l on l.id = back.line_id
            where back.refund_id = r.id
          )
        ) order by r.created_at, r.id)
        from refunds r
        where r.invoice_id = i.id and r.amount > 0
      ), '[]')
    ) as payment
    from invoices i
      join organizations org on org.id = i.org_id
      join orders o on o.id = i.reference_id
      left join checkout_attempts a on a.id = o.attempt_id
    where i.reference_type = 'order' and i.reference_id = ${orderId}`,
  );
  return row?.payment;
}
