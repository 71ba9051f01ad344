import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { referenceTypes } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";
import { shopDay } from "../../shop-days.ts";
import { type RowOf, many } from "../../sql.ts";

const nullableText = () => z.nullable(z.string());
const exportableInvoice = () =>
  z.object({
    id: z.string(),
    org_id: z.string(),
    org_name: z.string(),
    customer_id: nullableText(),
    reference_type: z.enum(referenceTypes),
    reference_id: z.string(),
    order_number: nullableText(),
    po_number: nullableText(),
    invoice_no: nullableText(),
    /** Day in the shop's time zone on which the invoice was paid, or issued if it is on account. */
    day: z.string(),
    amount: z.number(),
    /** Due day and payment terms in days of an order on account; both null for all others. */
    due_on: nullableText(),
    terms_days: z.nullable(z.number()),
    /** On account, and neither paid, closed nor canceled. */
    is_open: z.boolean(),
    is_canceled: z.boolean(),
    /** Items of the order with pieces that never ship, because they are canceled or refunded, and none left to ship. */
    closable_items: z.array(z.string()),
    /** US cents no longer owed: credited before payment, or left unpaid by a void invoice or a canceled order. */
    credited_amount: z.number(),
    /** Day in the shop's time zone on which the invoice was closed or, if it was not, last changed. */
    credited_day: z.string(),
    /** Money received for an order on account, one entry per part, in positive US cents. */
    payments: z.array(z.object({ id: z.string(), object_id: z.string(), amount: z.number(), day: z.string() })),
    shipping: z.number(),
    tax: z.number(),
    net_suite_id: z.nullable(z.number()),
    lines: z.array(z.object({ name: z.string(), price: z.number(), quantity: z.number(), item_id: nullableText() })),
    /** Positive US cents; `has_failed` if the bank returned the refund. */
    refunds: z.array(
      z.object({
        id: z.string(),
        amount: z.number(),
        /**
         * Day in the shop's time zone on which the refund was booked or, for an order on account, could be exported.
         */
        day: z.string(),
        has_failed: z.boolean(),
        /** Refunded lines; null for a refund by amount. The line for shipping has neither a name nor an item. */
        lines: z.nullable(
          z.array(
            z.object({
              name: nullableText(),
              item_id: nullableText(),
              quantity: z.number(),
              amount: z.number(),
              tax: z.number(),
            }),
          ),
        ),
      }),
    ),
    mark: z.string(),
  });
export type ExportableInvoice = RowOf<typeof exportableInvoice>;

export const isCanceled = (i: SQL): SQL => sql`exists (
  select 1 from orders c where ${i}.reference_type = 'order' and c.id = ${i}.reference_id and c.status = 'canceled'
)`;

export const poNumber = (i: SQL): SQL => sql`coalesce(${i}.po_number, (
  select ordered.po_number from orders ordered where ${i}.reference_type = 'order' and ordered.id = ${i}.reference_id
))`;

/**
 * Fingerprint of an invoice's payments, refunds, credits, cancellations and shipped pieces. `linkInvoices` compares
 * fingerprints, so that an invoice that changes during its export stays due.
 */
export const bookingsFingerprint = (i: SQL): SQL => sql`(
  select concat_ws(
    ':', count(*), sum(amount_cents), ${i}.credited_amount, coalesce(${i}.closed_as, 'open'), ${isCanceled(i)},
    ${i}.refund_seq,
    (select sum(shipped.shipped_quantity) from order_lines shipped where shipped.order_id = ${i}.reference_id)
  )
  from payment_ledger
  where invoice_id = ${i}.id
)`;

/** Paid at some point, whatever happened since. */
export const wasPaid = sql`i.payment_status not in ('pending', 'declined')`;
/** An order on account whose invoice was issued, paid or not. */
export const isOnAccount = sql`(i.due_on is not null and i.stripe_invoice_id is not null)`;
export const isOpenOnAccount = sql`(
  ${isOnAccount} and not ${wasPaid} and i.closed_as is null and not ${isCanceled(sql`i`)}
)`;
/**
 * Amount that is not owed any more, in US cents: credited at the provider, or left unpaid by a void invoice or a
 * canceled order.
 */
export const creditedAmount = sql`(
  case
    when ${isOnAccount} and not ${wasPaid} and (i.closed_as = 'void' or ${isCanceled(sql`i`)}) then i.amount - (
      select coalesce(sum(amount_cents), 0)
      from payment_ledger
      where invoice_id = i.id and kind in ('charge', 'balance', 'balance_owed', 'paid_out_of_band')
    )
    else i.credited_amount
  end
)`;

const lastPaidAt = sql`(
  select max(paid.booked_at)
  from payment_ledger paid
  where paid.invoice_id = i.id and paid.kind in ('charge', 'balance', 'paid_out_of_band')
)`;
/**
 * An invoice that is not on account is exported once it is paid, and dated that day, because an earlier day may be in a
 * closed period.
 */
const soldAt = sql`coalesce(case when i.due_on is null then ${lastPaidAt} end, i.created_at)`;
/** The refunds `m` of an order on account are exported once the invoice is paid or closed. */
const refundedAt = sql`
  greatest(m.booked_at, case when i.due_on is not null then greatest(${lastPaidAt}, i.closed_at) end)`;

const columns = sql`
  i.id, i.org_id, o.name as org_name, o.net_suite_id as customer_id, i.reference_type, i.reference_id,
  r.order_number, ${poNumber(sql`i`)} as po_number, i.stripe_invoice_no as invoice_no,
  ${shopDay(soldAt)}::text as day, i.amount::float8 as amount,
  i.due_on::text as due_on, case when i.due_on is not null then r.payment_terms_days end as terms_days,
  ${isOpenOnAccount} as is_open, ${isCanceled(sql`i`)} as is_canceled, ${creditedAmount}::float8 as credited_amount,
  ${shopDay(sql`coalesce(i.closed_at, i.updated_at)`)}::text as credited_day,
  coalesce((
    select json_agg(p.net_suite_id)
    from products p
    where p.net_suite_id is not null and p.type <> 'software' and p.id in (
      select l.product_id
      from order_lines l
      where l.order_id = r.id
      group by l.product_id
      having sum(l.quantity - l.shipped_quantity) > 0 and bool_and(
        (owed_pieces(l) = 0 or i.payment_status = 'refunded')
        and not exists (
          select 1
          from refund_lines back join refunds given on given.id = back.refund_id
          where back.line_id = l.id and given.status = 'asked'
        )
      )
    )
  ), '[]') as closable_items,
  coalesce((
    select json_agg(
      json_build_object(
        'id', m.id, 'object_id', m.stripe_object_id, 'amount', m.amount_cents,
        'day', ${shopDay(sql`m.booked_at`)}::text
      )
      order by m.booked_at, m.id
    )
    from payment_ledger m
    where ${isOnAccount} and m.invoice_id = i.id and m.kind in ('charge', 'balance', 'paid_out_of_band')
      and m.amount_cents > 0
  ), '[]') as payments,
  i.shipping::float8 as shipping, i.tax::float8 as tax, i.net_suite_id::float8 as net_suite_id,
  ${bookingsFingerprint(sql`i`)} as mark,
  coalesce((
    select json_agg(
      json_build_object('name', l.name, 'price', l.price, 'quantity', l.quantity, 'item_id', p.net_suite_id)
      order by l.n
    )
    from rows from (
      jsonb_to_recordset(i.products) as (id uuid, name text, price float8, quantity float8)
    ) with ordinality as l(id, name, price, quantity, n)
      left join products p on p.id = l.id
  ), '[]') as lines,
  coalesce((
    select json_agg(
      json_build_object('id', m.stripe_object_id, 'amount', -m.amount_cents,
        'day', ${shopDay(refundedAt)}::text, 'has_failed', exists (
        select 1 from payment_ledger f
        where f.invoice_id = i.id and f.kind = 'refund_failed' and f.stripe_object_id = m.stripe_object_id
      ), 'lines', (
        select json_agg(
          json_build_object(
            'name', l.name, 'item_id', p.net_suite_id, 'quantity', back.quantity, 'amount', back.amount,
            'tax', back.tax
          )
          order by back.id
        )
        from refunds given
          join refund_lines back on back.refund_id = given.id
          left join order_lines l on l.id = back.line_id
          left join products p on p.id = l.product_id
        where given.stripe_refund_id = m.stripe_object_id and given.amount = -m.amount_cents
      ))
      order by m.created_at, m.stripe_object_id
    )
    from payment_ledger m
    where m.invoice_id = i.id and m.kind = 'refund'
  ), '[]') as refunds`;

const from = sql`invoices i
  join organizations o on o.id = i.org_id
  left join orders r on i.reference_type = 'order' and r.id = i.reference_id and r.org_id = i.org_id`;

const isExportable = sql`(${wasPaid} or ${isOnAccount})`;

export const listExportableInvoices = (ctx: Ctx, after: string | null, limit: number): Promise<ExportableInvoice[]> =>
  many(
    ctx,
    exportableInvoice,
    sql`
    select ${columns} from ${from}
    where i.is_net_suite_sync_needed and ${isExportable} and (${after}::uuid is null or i.id > ${after}::uuid)
    order by i.id
    limit ${limit}`,
  );

export const findExportableInvoice = (ctx: Ctx, id: string): Promise<ExportableInvoice[]> =>
  many(
    ctx,
    exportableInvoice,
    sql`select ${columns} from ${from} where i.id = ${id} and i.is_net_suite_sync_needed and ${isExportable}`,
  );
