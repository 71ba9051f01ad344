import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import type { TaskPage } from "../../platform/index.ts";
import { creditedAmount } from "../exports/read-exportable.ts";
import { nextBatch, batchMax } from "./compare-own.ts";
import { recordDiscrepanciesPart } from "./record-discrepancies.ts";
import { addSums, type RunCursor } from "./steps.ts";

/**
 * A credit memo of an invoice takes off an amount that was never paid, and counts with the invoices; credit memos of
 * refunds count as refunds.
 */
const isSaleOrCredit = sql`(kind = 'invoice' or (kind = 'credit_memo' and own_id is not null))`;

const sumsRow = () => z.object({ rows: z.int(), last: z.nullable(z.string()), paid: z.int(), refunded: z.int() });

/**
 * Finds our counterpart of each record in accounting that has an external id of ours, belongs to one of our customers
 * or names no customer, and compares the totals of orders and payments. Other records are left out, and so are payments
 * and refunds without an external id of ours: finance may record some itself.
 */
export async function compareRecords(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const [object = "", kind = ""] = (cursor.after ?? "").split(" ");
  const batch = await maybeOne(
    ctx,
    sumsRow,
    sql`
    with part as materialized (
      select r.*,
        case when r.external_id ~ '^(order|invoice|payment|credit)-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then right(r.external_id, 36)::uuid end as own_id,
        substring(r.external_id from '^(?:refund|repayment)-(.*)$') as own_refund
      from book_records r
      where r.side = 'accounting' and r.run_id = ${cursor.run} and (r.object_id, r.kind) > (${object}, ${kind})
      order by r.object_id, r.kind
      limit ${batchMax}
    ),
    joined as materialized (
      select
        p.*, o.total, i.amount - i.credited_amount as billed, ${creditedAmount} as credited,
        m.amount_cents as received, coalesce(i.org_id, o.org_id, l.org_id, m.org_id, g.id) as org_id,
        coalesce(i.id, l.invoice_id, m.invoice_id) as invoice,
        coalesce(i.id, o.id, l.id, m.id) is not null as is_ours
      from part p
        left join invoices i on p.kind in ('invoice', 'customer_payment', 'credit_memo') and i.id = p.own_id
        left join orders o on p.kind = 'sales_order' and o.id = p.own_id
        left join payment_ledger l
          on p.kind in ('credit_memo', 'customer_refund') and l.kind = 'refund'
          and l.stripe_object_id = p.own_refund
        left join payment_ledger m
          on p.kind = 'customer_payment' and m.id = p.own_id and m.kind in ('charge', 'balance', 'paid_out_of_band')
        left join organizations g on g.net_suite_id = p.customer
    ),
    differing as (
      select
        'orphan_record' as kind, j.kind as reference_type, j.object_id as reference_id, 0 as expected,
        abs(j.amount) as found, 'recorded_by_nobody' as cause, j.org_id, null::uuid as invoice_id
      from joined j
      where not j.is_ours
        and case
          when j.kind in ('customer_payment', 'customer_refund') then j.external_id ~ '^(payment|repayment)-'
          else j.org_id is not null or j.customer is null or j.external_id ~ '^(order|invoice|credit|refund)-'
        end
      union all
      select
        'amount_differs', 'sales_order', j.own_id::text, j.total, j.amount, 'accounting_amount_differs', j.org_id, null
      from joined j
      where j.kind = 'sales_order' and j.is_ours and j.total <> j.amount
      union all
      select
        'amount_differs', 'customer_payment', coalesce(j.invoice, j.own_id)::text, coalesce(j.received, j.billed),
        j.amount, 'accounting_amount_differs', j.org_id, j.invoice
      from joined j
      where j.kind = 'customer_payment' and j.is_ours and coalesce(j.received, j.billed) <> j.amount
      union all
      select
        'amount_differs', 'credit_memo', j.external_id, j.credited, -j.amount, 'accounting_amount_differs', j.org_id,
        j.invoice
      from joined j
      where j.kind = 'credit_memo' and j.own_id is not null and j.is_ours and j.credited <> -j.amount
    ),
    ${recordDiscrepanciesPart(cursor)}
    select count(*)::int as rows,
      (array_agg(object_id || ' ' || kind order by object_id desc, kind desc))[1] as last,
      coalesce(sum(amount) filter (where is_ours and ${isSaleOrCredit}), 0)::float as paid,
      coalesce(sum(amount) filter (where is_ours and kind = 'credit_memo' and own_id is null), 0)::float as refunded
    from joined`,
  );
  const { rows = 0, last = null, paid = 0, refunded = 0 } = batch ?? {};
  return nextBatch(addSums(cursor, { paid: { accounting: paid }, refunded: { accounting: refunded } }), rows, last);
}
