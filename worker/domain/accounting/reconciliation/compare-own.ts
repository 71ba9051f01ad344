import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import type { TaskPage } from "../../platform/index.ts";
import { isDueForExport } from "./export-due.ts";
import { creditedAmount, wasPaid, isCanceled, isOnAccount, isOpenOnAccount } from "../exports/read-exportable.ts";
import { addToBridge } from "./bridge.ts";
import { recordDiscrepanciesPart } from "./record-discrepancies.ts";
import { addSums, nextStep, toTaskPage, type RunCursor } from "./steps.ts";

/** Rows per statement, so that each takes much less than the limit of two seconds. */
export const batchMax = 4000;

const nilUuid = "00000000-0000-0000-0000-000000000000";
const afterId = (cursor: RunCursor): SQL => sql`coalesce(${cursor.after}::uuid, ${nilUuid}::uuid)`;

export const nextBatch = (cursor: RunCursor, count: number, last: string | null): TaskPage =>
  toTaskPage(count === batchMax && last !== null ? { ...cursor, after: last } : nextStep(cursor), count);

const batchCounts = () => z.object({ rows: z.int(), last: z.nullable(z.string()) });

/** Compares the sum of each order's invoices with its total (M1). */
export async function compareOrders(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const batch = await maybeOne(
    ctx,
    batchCounts,
    sql`
    with part as materialized (
      select o.id, o.org_id, o.total,
        (
          select coalesce(sum(i.amount), 0)
          from invoices i
          where i.reference_type = 'order' and i.reference_id = o.id
        ) as billed
      from orders o
      where o.id > ${afterId(cursor)} and o.created_at < ${cursor.started_at}::timestamptz
      order by o.id
      limit ${batchMax}
    ),
    differing as (
      select
        'amount_differs' as kind, 'order' as reference_type, id::text as reference_id, total as expected,
        billed as found, 'order_does_not_add_up' as cause, org_id, null::uuid as invoice_id
      from part
      where total <> billed
    ),
    ${recordDiscrepanciesPart(cursor)}
    select count(*)::int as rows, max(id::text) as last from part`,
  );
  return nextBatch(cursor, batch?.rows ?? 0, batch?.last ?? null);
}

const invoiceSums = () =>
  z.object({
    ...batchCounts().shape,
    paid: z.int(),
    billed_otherwise: z.int(),
    received_while_unpaid: z.int(),
    refunded_before_export: z.object({ paid: z.int(), refunded: z.int() }),
    waiting_for_export: z.object({ paid: z.int(), refunded: z.int() }),
    part_paid: z.object({ paid: z.int(), refunded: z.int() }),
    owed: z.int(),
    refunds_waiting: z.int(),
    credits_waiting: z.int(),
    differing: z.object({ paid: z.int(), refunded: z.int() }),
  });

const sumWhere = (amount: SQL, where: SQL): SQL => sql`coalesce(sum(${amount}) filter (where ${where}), 0)::float`;

const unexportedSums = (where: SQL): SQL => sql`json_build_object(
  'paid', ${sumWhere(sql`b.paid`, sql`not b.has_record and i.net_suite_id is null and ${where}`)},
  'refunded', ${sumWhere(sql`b.refunded - b.memos`, sql`not b.has_record and i.net_suite_id is null and ${where}`)}
)`;
const isInAccounting = sql`(b.has_record or i.net_suite_id is not null)`;
/** An unpaid invoice on account, which accounting has before its money is in our ledger. */
const isUnpaidOnAccount = sql`(${isOnAccount} and not ${wasPaid})`;

const bookedAmounts = ({ run, started_at }: RunCursor): SQL => sql`
  select
    (
      select coalesce(sum(l.amount_cents), 0)
      from payment_ledger l
      where l.invoice_id = i.id and l.created_at < ${started_at}::timestamptz
        and l.kind in ('charge', 'balance', 'balance_owed', 'paid_out_of_band')
    ) as paid,
    refunds.*,
    exported.amount is not null as has_record,
    coalesce(exported.amount, 0) + coalesce(credit.amount, -${creditedAmount}) as sold,
    case when credit.amount is null then ${creditedAmount} else 0 end as uncredited
  from
    (
      select sum(r.amount) as amount
      from book_records r
      where r.side = 'accounting' and r.run_id = ${run} and r.kind = 'invoice' and r.external_id = 'invoice-' || i.id
    ) exported,
    (
      select sum(r.amount) as amount
      from book_records r
      where r.side = 'accounting' and r.run_id = ${run} and r.kind = 'credit_memo'
        and r.external_id = 'credit-' || i.id
    ) credit,
    (
      select coalesce(sum(l.amount_cents), 0) as refunded,
        coalesce(sum(memo.amount) filter (where l.kind = 'refund'), 0) as memos,
        coalesce(sum(l.amount_cents) filter (where memo.object_id is null), 0) as unsent
      from payment_ledger l
        left join book_records memo
          on memo.side = 'accounting' and memo.run_id = ${run} and memo.kind = 'credit_memo'
          and memo.external_id = 'refund-' || l.stripe_object_id
      where l.invoice_id = i.id and l.created_at < ${started_at}::timestamptz
        and l.kind in ('refund', 'refund_failed')
    ) refunds`;

/**
 * Compares each invoice that is paid or on account with the money in our ledger and, if accounting was read, with the
 * invoice there (M12). An invoice that was never exported counts as missing only once it is due for export.
 */
export async function compareInvoices(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const batch = await maybeOne(
    ctx,
    invoiceSums,
    sql`
    with part as materialized (
      select i.*, coalesce(l.charged, 0) as charged, l.paid_at
      from invoices i
        left join lateral (
          select sum(amount_cents) as charged, min(created_at) as paid_at
          from payment_ledger
          where invoice_id = i.id and kind in ('charge', 'balance', 'balance_owed', 'paid_out_of_band')
        ) l on true
      where i.id > ${afterId(cursor)} and i.created_at < ${cursor.started_at}::timestamptz
      order by i.id
      limit ${batchMax}
    ),
    differing as (
      select
        'missing_in_ledger' as kind, 'invoice' as reference_type, i.id::text as reference_id, i.amount as expected,
        0 as found, 'paid_without_money' as cause, i.org_id, i.id as invoice_id
      from part i
      where ${wasPaid} and i.charged = 0 and i.amount > 0
        and not exists (
          select 1
          from book_records r
          where r.side = 'provider' and r.run_id = ${cursor.run} and r.kind = 'charge'
            and (r.payment_intent = i.stripe_payment_id or r.invoice_id = i.id)
        )
      union all
      select 'amount_differs', 'payment', i.id::text, i.amount - i.credited_amount, i.charged,
        'paid_amount_differs', i.org_id, i.id
      from part i
      where i.charged <> 0 and i.charged <> i.amount - i.credited_amount
        and not (
          i.due_on is not null and not ${wasPaid} and i.charged between 0 and i.amount - i.credited_amount
        )
      union all
      ${accountingDiscrepancies(ctx, cursor)}
      union all
      select
        'refund_not_exported', 'credit_memo', 'credit-' || i.id, ${creditedAmount}, 0, 'refunded_after_export',
        i.org_id, i.id
      from part i
        cross join lateral (${bookedAmounts(cursor)}) b
      where ${cursor.has_accounting} and b.has_record and b.uncredited > 0
        and ${isDueForExport(sql`coalesce(i.closed_at, i.updated_at)`)}
    ),
    ${recordDiscrepanciesPart(cursor)}
    select count(*)::int as rows, max(i.id::text) as last,
      coalesce(sum(i.amount - i.credited_amount) filter (where ${wasPaid}), 0)::float as paid,
      ${sumWhere(sql`b.paid - (i.amount - i.credited_amount)`, wasPaid)} as billed_otherwise,
      ${sumWhere(sql`b.paid`, sql`not ${wasPaid}`)} as received_while_unpaid,
      ${unexportedSums(sql`i.payment_status = 'refunded'`)} as refunded_before_export,
      ${unexportedSums(sql`i.payment_status <> 'refunded' and ${wasPaid}`)} as waiting_for_export,
      ${unexportedSums(sql`not ${wasPaid}`)} as part_paid,
      ${sumWhere(sql`b.paid - b.sold`, sql`${isInAccounting} and ${isUnpaidOnAccount}`)} as owed,
      ${sumWhere(sql`b.unsent`, isInAccounting)} as refunds_waiting,
      ${sumWhere(sql`-b.uncredited`, isInAccounting)} as credits_waiting,
      json_build_object(
        'paid', ${sumWhere(sql`b.paid - b.sold`, sql`${isInAccounting} and not ${isUnpaidOnAccount}`)},
        'refunded', ${sumWhere(sql`b.refunded - b.memos - b.unsent`, isInAccounting)}
      ) as differing
    from part i
      cross join lateral (${bookedAmounts(cursor)}) b`,
  );
  if (!batch) return nextBatch(cursor, 0, null);
  const bridgedCursor = addToBridge(addSums(cursor, { paid: { orders: batch.paid } }), {
    "orders billed_otherwise": { paid: batch.billed_otherwise },
    "orders received_while_unpaid": { paid: batch.received_while_unpaid },
    "accounting refunded_before_export": batch.refunded_before_export,
    "accounting waiting_for_export": batch.waiting_for_export,
    "accounting received_while_unpaid": batch.part_paid,
    "accounting owed_on_account": { paid: batch.owed },
    "accounting refunds_waiting_for_export": { paid: batch.credits_waiting, refunded: batch.refunds_waiting },
    "accounting open_discrepancies": batch.differing,
  });
  return nextBatch(bridgedCursor, batch.rows, batch.last);
}

/**
 * Invoices that accounting lacks or has with another amount. With NETSUITE_INVOICE_AFTER_FULFILMENT, an unexported
 * invoice is no discrepancy if NetSuite has the sales order of its order, unless the order was shipped here more than
 * three days ago: then the fulfilment is missing in NetSuite.
 */
const accountingDiscrepancies = ({ settings }: Ctx, cursor: RunCursor): SQL =>
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
    where ${cursor.has_accounting}
      and (${wasPaid} or ${isOpenOnAccount} or (${isOnAccount} and i.net_suite_id is not null))
      and case
        when r.object_id is not null then r.amount <> i.amount
        when i.net_suite_id is not null then i.net_suite_id <= ${cursor.accounting_to ?? "0"}::bigint
        else i.payment_status <> 'refunded' and not (i.amount = 0 and ${isCanceled(sql`i`)})
          and ${isDueForExport(sql`coalesce(i.paid_at, i.created_at)`)} and not (
          ${settings.NETSUITE_INVOICE_AFTER_FULFILMENT} and i.reference_type = 'order' and exists (
            select 1 from book_records so
            where so.side = 'accounting' and so.run_id = ${cursor.run} and so.kind = 'sales_order'
              and so.external_id = 'order-' || i.reference_id
          ) and not exists (
            select 1 from orders o
            where o.id = i.reference_id and o.status in ('shipped', 'received')
              and o.updated_at < now() - interval '3 days'
          )
        )
      end`;
