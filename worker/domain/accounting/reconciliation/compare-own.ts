import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import type { TaskPage } from "../../platform/index.ts";
import { dueForExport } from "./export-due.ts";
import { hasMoney } from "../exports/read-exportable.ts";
import { recordDiscrepancies } from "./note-differences.ts";
import { addSums, nextStep, pageOf, type RunCursor } from "./steps.ts";

/** Rows per statement, keeping each well below the two-second limit. */
export const partMax = 4000;

const nil = "00000000-0000-0000-0000-000000000000";
const after = (cursor: RunCursor): SQL => sql`coalesce(${cursor.after}::uuid, ${nil}::uuid)`;

export const nextBatch = (cursor: RunCursor, count: number, last: string | null): TaskPage =>
  pageOf(count === partMax && last !== null ? { ...cursor, after: last } : nextStep(cursor), count);

const counted = () => z.object({ rows: z.int(), last: z.nullable(z.string()) });

/** Compares the sum of each order's invoices with its total (M1). */
export async function compareOrders(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const part = await maybeOne(
    ctx,
    counted,
    sql`
    with part as materialized (
      select o.id, o.org_id, o.total,
        (
          select coalesce(sum(i.amount), 0)
          from invoices i
          where i.reference_type = 'order' and i.reference_id = o.id
        ) as billed
      from orders o
      where o.id > ${after(cursor)} and o.created_at < ${cursor.started_at}::timestamptz
      order by o.id
      limit ${partMax}
    ),
    differing as (
      select
        'amount_differs' as kind, 'order' as reference_type, id::text as reference_id, total as expected,
        billed as found, 'order_does_not_add_up' as cause, org_id, null::uuid as invoice_id
      from part
      where total <> billed
    ),
    ${recordDiscrepancies(cursor)}
    select count(*)::int as rows, max(id::text) as last from part`,
  );
  return nextBatch(cursor, part?.rows ?? 0, part?.last ?? null);
}

const paid = () => z.object({ ...counted().shape, paid: z.int() });

/**
 * Compares each paid invoice with the money in our ledger and, if accounting was read, with the invoice there (M12).
 * Invoices not yet due for export are left out.
 */
export async function compareInvoices(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const part = await maybeOne(
    ctx,
    paid,
    sql`
    with part as materialized (
      select i.*, coalesce(l.charged, 0) as charged, l.paid_at
      from invoices i
        left join lateral (
          select sum(amount_cents) as charged, min(created_at) as paid_at
          from payment_ledger
          where invoice_id = i.id and kind in ('charge', 'balance', 'balance_owed', 'paid_out_of_band')
        ) l on true
      where i.id > ${after(cursor)} and i.created_at < ${cursor.started_at}::timestamptz
      order by i.id
      limit ${partMax}
    ),
    differing as (
      select
        'missing_in_ledger' as kind, 'invoice' as reference_type, i.id::text as reference_id, i.amount as expected,
        0 as found, 'paid_without_money' as cause, i.org_id, i.id as invoice_id
      from part i
      where ${hasMoney} and i.charged = 0 and i.amount > 0
        and not exists (
          select 1
          from book_records r
          where r.side = 'provider' and r.run_id = ${cursor.run} and r.kind = 'charge'
            and (r.payment_intent = i.stripe_payment_id or r.invoice_id = i.id)
        )
      union all
      select 'amount_differs', 'payment', i.id::text, i.amount, i.charged, 'paid_amount_differs', i.org_id, i.id
      from part i
      where i.charged <> 0 and i.charged <> i.amount
      union all
      ${inAccounting(ctx, cursor)}
    ),
    ${recordDiscrepancies(cursor)}
    select count(*)::int as rows, max(i.id::text) as last,
      coalesce(sum(i.amount) filter (where ${hasMoney}), 0)::float as paid
    from part i`,
  );
  return nextBatch(addSums(cursor, { paid: { orders: part?.paid ?? 0 } }), part?.rows ?? 0, part?.last ?? null);
}

/** Where invoices follow the fulfilment, an order whose sales order is in NetSuite is no discrepancy. */
const inAccounting = ({ settings }: Ctx, cursor: RunCursor): SQL =>
  sql`
    select
      case when r.object_id is null then 'missing_in_accounting' else 'amount_differs' end,
      'invoice', i.id::text, i.amount, coalesce(r.amount, 0),
      case
        when r.object_id is not null then 'accounting_amount_differs'
        when i.net_suite_id is not null then 'gone_from_accounting'
        else 'not_exported_yet'
      end,
      i.org_id, i.id
    from part i
      left join book_records r
        on r.side = 'accounting' and r.run_id = ${cursor.run} and r.kind = 'invoice'
        and r.external_id = 'invoice-' || i.id
    where ${cursor.has_accounting} and ${hasMoney}
      and case
        when r.object_id is not null then r.amount <> i.amount
        when i.net_suite_id is not null then i.net_suite_id <= ${cursor.accounting_to ?? "0"}::bigint
        else i.payment_status <> 'refunded' and ${dueForExport(sql`i.paid_at`)} and not (
          ${settings.NETSUITE_INVOICE_AFTER_FULFILMENT} and i.reference_type = 'order' and exists (
            select 1 from book_records so
            where so.side = 'accounting' and so.run_id = ${cursor.run} and so.kind = 'sales_order'
              and so.external_id = 'order-' || i.reference_id
          )
        )
      end`;
