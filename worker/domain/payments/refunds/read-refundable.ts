import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { orderStatuses, paymentStatuses } from "../../../../db/enums.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { shopToday } from "../../shop-days.ts";
import { isCountedAsRefunded } from "../../sold-orders.ts";
import { one, type RowOf } from "../../sql.ts";

const refundablePart = () =>
  z.object({
    line_id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    quantity: z.int(),
    shipped: z.int(),
    /** Pieces that still have to ship. */
    owed: z.int(),
    price: z.int(),
    tax: z.int(),
    refunded: z.object({ quantity: z.int(), tax: z.int() }),
  });

const refundable = () =>
  z.object({
    invoice_id: z.string(),
    order_number: z.string(),
    status: z.enum(orderStatuses),
    payment_status: z.enum(paymentStatuses),
    charge: z.nullable(z.string()),
    /** Number of charges; an order on account can be paid in parts. */
    charges: z.int(),
    /** The rest of an invoice on account can still be paid. */
    is_on_account: z.boolean(),
    /** The order's checkout has not ended: the payment may still be made, or the order deleted. */
    is_being_bought: z.boolean(),
    /** Refundable US cents: `left_cents` as known when the request arrived, `left_now` as known now. */
    left_cents: z.number(),
    left_now: z.number(),
    /** Share of `left_cents` that came from the organization's balance at the provider, and returns there. */
    balance_cents: z.number(),
    /** US cents paid by wire or cheque and not recorded as paid back. */
    outside_cents: z.number(),
    customer: z.nullable(z.string()),
    /** Number of refunds known when the request arrived. */
    refunds: z.int(),
    refund_seq: z.int(),
    /** US cents of the order's refunds in the last 24 hours, with all pending claims; failed refunds do not count. */
    recent_cents: z.number(),
    /** US cents of an order in 24 hours above which a second person must agree; null: no limit. */
    refund_limit: z.nullable(z.number()),
    /** Today in the shop's time zone, the last day that can be entered. */
    today: z.string(),
    stripe_invoice_id: z.nullable(z.string()),
    session_id: z.nullable(z.string()),
    /** Order lines by position, then shipping if it cost something. */
    parts: z.array(refundablePart()),
  });
export type Refundable = RowOf<typeof refundable>;

export const hasShipped = ({ status, parts }: Refundable): boolean =>
  status === "shipped" || status === "received" || parts.some(({ shipped }) => shipped > 0);

/**
 * Arrival of the request by the database's clock: the earlier of the worker's timestamp and now minus the elapsed time.
 * If the worker's clock is slow, refunds within the difference merge into one. If it is fast, only entries booked while
 * this statement was on its way are wrongly counted as known.
 */
const requestArrival = ({ started_at }: ReadCtx): SQL =>
  sql`
    least(
      to_timestamp(${started_at}::float8 / 1000),
      now() - ${Date.now() - started_at}::float8 * interval '1 millisecond'
    )`;

const refundedTotals = (condition: SQL): SQL => sql`(
  select json_build_object(
    'quantity', coalesce(sum(back.quantity), 0), 'tax', coalesce(sum(back.tax), 0)
  )
  from refund_lines back join refunds r on r.id = back.refund_id
  where ${condition} and ${isCountedAsRefunded}
)`;

/**
 * US cents of a wire or cheque that can still be paid back; without a charge, everything except the part paid from the
 * balance.
 */
export function outsideCents(order: Refundable): number {
  const { charge, left_cents, left_now, balance_cents, outside_cents } = order;
  const left = Math.min(left_cents, left_now) - balance_cents;
  return Math.max(0, charge === null ? left : Math.min(left, outside_cents));
}

/** Pending refunds, and claims without an answer from the provider, count as refunded. */
export async function readRefundable(ctx: ReadCtx, orderId: string): Promise<Refundable> {
  const row = await one(
    ctx,
    () => z.object({ order: refundable() }),
    sql`
    with i as (
      select i.* from invoices i where i.reference_type = 'order' and i.reference_id = ${orderId}
    ),
    booked as (
      select l.*, l.kind <> 'refund' or l.created_at <= ${requestArrival(ctx)} as was_known
      from payment_ledger l join i on i.id = l.invoice_id
    ),
    reported as (
      select reported.*, reported.since <= ${requestArrival(ctx)} as was_known
      from i,
        jsonb_to_recordset(i.refunds) as reported(id text, amount bigint, is_pending boolean, since timestamptz)
    ),
    claimed as (
      select r.amount - coalesce(r.given_amount, 0) as amount, r.balance_amount,
        r.created_at <= ${requestArrival(ctx)} as was_known
      from refunds r join i on i.id = r.invoice_id
      where r.status = 'asked'
    ),
    goods as (
      select l.*, owed_pieces(l) as owed from order_lines l where l.order_id = ${orderId}
    )
    select to_json(item) as "order" from (
      select
        i.id as invoice_id,
        o.order_number,
        o.status,
        o.payment_status,
        i.stripe_invoice_id,
        ${shopToday} as today,
        i.refund_seq,
        case when o.stripe_bill_link is not null then o.stripe_id end as session_id,
        (
          select stripe_object_id from booked where was_known and kind = 'charge' order by id limit 1
        ) as charge,
        (select count(*)::int from booked where kind = 'charge') as charges,
        i.due_on is not null and i.closed_as is null and i.payment_status in ('pending', 'declined') as is_on_account,
        exists (
          select 1 from checkout_attempts a where a.id = o.attempt_id and a.status in ('claimed', 'pending')
        ) as is_being_bought,
        (
          coalesce((select sum(amount_cents) from booked where was_known), 0)
          - coalesce((select sum(amount) from reported where was_known and is_pending), 0)
          - coalesce((select sum(amount) from claimed where was_known), 0)
        )::float as left_cents,
        (
          coalesce((select sum(amount_cents) from booked), 0)
          - coalesce((select sum(amount) from reported where is_pending), 0)
          - coalesce((select sum(amount) from claimed), 0)
        )::float as left_now,
        (
          coalesce((
            select sum(amount_cents)
            from booked
            where was_known
              and (kind in ('balance', 'balance_owed') or starts_with(stripe_object_id, 'cbtxn_'))
          ), 0)
          - coalesce((select sum(least(balance_amount, amount)) from claimed where was_known), 0)
        )::float as balance_cents,
        (
          coalesce((select sum(amount_cents) from booked where kind = 'paid_out_of_band'), 0)
          - coalesce((
            select sum(r.amount) from refunds r
            where r.invoice_id = i.id and r.action = 'noteRefund' and r.status not in ('failed', 'canceled')
          ), 0)
        )::float as outside_cents,
        (
          coalesce((
            select -sum(b.amount_cents)
            from booked b
            where b.kind = 'refund' and b.created_at > now() - interval '24 hours' and not exists (
              select 1 from booked failed
              where failed.kind = 'refund_failed' and failed.stripe_object_id = b.stripe_object_id
            )
          ), 0)
          + coalesce((select sum(amount) from reported where is_pending and since > now() - interval '24 hours'), 0)
          + coalesce((select sum(amount) from claimed), 0)
        )::float as recent_cents,
        (select refund_limit from shop_settings)::float as refund_limit,
        org.stripe_customer_id as customer,
        (
          select count(*)::int
          from (
            select stripe_object_id from booked where was_known and kind = 'refund'
            union select id from reported where was_known
          ) known_refunds
        ) as refunds,
        coalesce((
          select json_agg(json_build_object(
            'line_id', l.id, 'name', l.name, 'quantity', l.quantity, 'price', l.price, 'tax', l.tax_amount,
            'shipped', l.shipped_quantity, 'owed', l.owed,
            'refunded', ${refundedTotals(sql`back.line_id = l.id`)}
          ) order by l.position)
          from goods l
        ), '[]'::json)::jsonb || coalesce((
          select jsonb_agg(jsonb_build_object(
            'line_id', null, 'name', null, 'quantity', 1, 'price', o.shipping, 'tax', shipped.tax,
            'shipped', 0, 'owed', 0,
            'refunded', ${refundedTotals(sql`back.line_id is null and r.order_id = o.id`)}
          ))
          from (select o.tax - coalesce((select sum(tax_amount) from goods), 0) as tax) shipped
          where o.shipping + shipped.tax > 0
        ), '[]') as parts
      from orders o
        join i on true
        join organizations org on org.id = o.org_id
      where o.id = ${orderId}
    ) item`,
    () => notFound("ORDER_NOT_FOUND"),
  );
  return row.order;
}
