import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { referenceTypes } from "../../../../db/enums.ts";
import type { Ctx } from "../../context.ts";
import { type RowOf, many } from "../../sql.ts";

const nullableText = () => z.nullable(z.string());
const exportable = () =>
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
    /** Date of the invoice in UTC. */
    day: z.string(),
    amount: z.number(),
    /** Taken off by a credit note before it was paid. */
    credited_amount: z.number(),
    shipping: z.number(),
    tax: z.number(),
    net_suite_id: z.nullable(z.number()),
    lines: z.array(z.object({ name: z.string(), price: z.number(), quantity: z.number(), item_id: nullableText() })),
    /** Positive US cents; `has_failed` if the bank returned the refund. */
    refunds: z.array(
      z.object({
        id: z.string(),
        amount: z.number(),
        has_failed: z.boolean(),
        /** Refunded lines, shipping without a product; null for a refund by amount. */
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
export type Exportable = RowOf<typeof exportable>;

/** Changes with every refund, so that one booked during an export stays due. */
export const refundsMark = (invoiceId: SQL): SQL => sql`(
  select count(*) || ':' || coalesce(sum(amount_cents), 0)
  from payment_ledger
  where invoice_id = ${invoiceId} and kind in ('refund', 'refund_failed')
)`;

const columns = sql`
  i.id, i.org_id, o.name as org_name, o.net_suite_id as customer_id, i.reference_type, i.reference_id,
  r.order_number, coalesce(i.po_number, r.po_number) as po_number, i.stripe_invoice_no as invoice_no,
  to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, i.amount::float8 as amount,
  i.credited_amount::float8 as credited_amount,
  i.shipping::float8 as shipping, i.tax::float8 as tax, i.net_suite_id::float8 as net_suite_id,
  ${refundsMark(sql`i.id`)} as mark,
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
      json_build_object('id', m.stripe_object_id, 'amount', -m.amount_cents, 'has_failed', exists (
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

/** Paid at some point, whatever happened since. */
export const hasMoney = sql`i.payment_status not in ('pending', 'declined')`;

export const readExportable = (ctx: Ctx, after: string | null, limit: number): Promise<Exportable[]> =>
  many(
    ctx,
    exportable,
    sql`
    select ${columns} from ${from}
    where i.is_net_suite_sync_needed and ${hasMoney} and (${after}::uuid is null or i.id > ${after}::uuid)
    order by i.id
    limit ${limit}`,
  );

export const readOneExportable = (ctx: Ctx, id: string): Promise<Exportable[]> =>
  many(
    ctx,
    exportable,
    sql`select ${columns} from ${from} where i.id = ${id} and i.is_net_suite_sync_needed and ${hasMoney}`,
  );
