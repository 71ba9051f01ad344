import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import type { TaskPage } from "../../platform/index.ts";
import { addToBridge, lineSums, sumsByKind } from "./bridge.ts";
import { isOpenOnAccount } from "../exports/read-exportable.ts";
import { nextBatch, batchMax } from "./compare-own.ts";
import { isDueForExport } from "./export-due.ts";
import { recordDiscrepanciesPart } from "./record-discrepancies.ts";
import { addSums, type RunCursor } from "./steps.ts";

const sumsRow = () =>
  z.object({
    rows: z.int(),
    last: z.nullable(z.string()),
    paid: z.int(),
    refunded: z.int(),
    disputed: z.int(),
    outside: lineSums,
    differing: lineSums,
  });

/**
 * Compares each ledger entry that has an object at the provider with the record read from the provider, and each refund
 * of an exported invoice with its credit memo and its customer refund. Refunds of an open order on account are exported
 * once it is paid or closed. Entries booked after the start of the run are left to the next one.
 */
export async function compareLedger(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const batch = await maybeOne(
    ctx,
    sumsRow,
    sql`
    with part as materialized (
      select l.*
      from payment_ledger l
      where l.id > coalesce(${cursor.after}::uuid, '00000000-0000-0000-0000-000000000000')
        and l.created_at < ${cursor.started_at}::timestamptz
      order by l.id
      limit ${batchMax}
    ),
    joined as (
      select l.*, r.object_id, r.amount, r.currency
      from part l
        left join book_records r
          on r.side = 'provider' and r.object_id = l.stripe_object_id and r.kind = l.kind and r.run_id = ${cursor.run}
    ),
    refunds as (
      select l.*, memo.object_id as memo_id, memo.amount as memo_amount, back.object_id as back_id,
        back.amount as back_amount
      from part l
        join invoices i on i.id = l.invoice_id
        join book_records exported
          on exported.side = 'accounting' and exported.run_id = ${cursor.run} and exported.kind = 'invoice'
          and exported.external_id = 'invoice-' || i.id
        left join book_records memo
          on memo.side = 'accounting' and memo.run_id = ${cursor.run} and memo.kind = 'credit_memo'
          and memo.external_id = 'refund-' || l.stripe_object_id
        left join book_records back
          on back.side = 'accounting' and back.run_id = ${cursor.run} and back.kind = 'customer_refund'
          and back.external_id = 'repayment-' || l.stripe_object_id
      where ${cursor.has_accounting} and l.kind = 'refund'
        and not exists (
          select 1
          from payment_ledger failed
          where failed.stripe_object_id = l.stripe_object_id and failed.kind = 'refund_failed'
        )
        and not ${isOpenOnAccount}
    ),
    differing as (
      select
        'missing_at_provider' as kind, l.kind as reference_type, l.stripe_object_id as reference_id,
        l.amount_cents as expected, 0 as found, 'unknown_at_provider' as cause, l.org_id, l.invoice_id
      from joined l
      where l.object_id is null and not starts_with(l.stripe_object_id, 'own_')
      union all
      select
        'amount_differs', l.kind, l.stripe_object_id, l.amount_cents, l.amount, 'provider_amount_differs', l.org_id,
        l.invoice_id
      from joined l
      where l.amount <> l.amount_cents or l.currency <> 'usd'
      union all
      select
        case when l.memo_id is null then 'refund_not_exported' else 'amount_differs' end,
        case when l.memo_id is null then 'refund' else 'credit_memo' end,
        l.stripe_object_id, -l.amount_cents, coalesce(-l.memo_amount, 0),
        case when l.memo_id is null then 'refunded_after_export' else 'accounting_amount_differs' end,
        l.org_id, l.invoice_id
      from refunds l
      where case when l.memo_id is null then ${isDueForExport(sql`l.created_at`)}
        else l.memo_amount <> l.amount_cents end
      union all
      select
        case when l.back_id is null then 'refund_not_exported' else 'amount_differs' end, 'customer_refund',
        l.stripe_object_id, -l.amount_cents, coalesce(-l.back_amount, 0),
        case when l.back_id is null then 'refunded_after_export' else 'accounting_amount_differs' end,
        l.org_id, l.invoice_id
      from refunds l
      where l.memo_id is not null and ${ctx.settings.NETSUITE_PAYMENT_ACCOUNT !== "none"}
        and case
          when l.back_id is null then ${isDueForExport(sql`l.created_at`)}
          else l.back_amount <> l.amount_cents
        end
    ),
    ${recordDiscrepanciesPart(cursor)}
    select count(*)::int as rows, max(id::text) as last,
      ${sumForKinds(sql`'charge', 'balance', 'balance_owed', 'paid_out_of_band'`)} as paid,
      ${sumForKinds(sql`'refund', 'refund_failed'`)} as refunded,
      ${sumForKinds(sql`'dispute_withdrawn', 'dispute_reinstated'`)} as disputed,
      ${sumsByKind(missingAmount, kind, isOutside)} as outside,
      ${sumsByKind(missingAmount, kind, sql`not ${isOutside}`)} as differing
    from joined l`,
  );
  if (!batch) return nextBatch(cursor, 0, null);
  const { rows, last, paid, refunded, disputed, outside, differing } = batch;
  const summedCursor = addSums(cursor, {
    paid: { ledger: paid },
    refunded: { ledger: refunded },
    disputed: { ledger: disputed },
  });
  const bridged = addToBridge(summedCursor, {
    "provider outside_provider": outside,
    "provider open_discrepancies": differing,
  });
  return nextBatch(bridged, rows, last);
}

/** Payments and refunds by other means, which the provider does not know. */
const isOutside = sql`starts_with(l.stripe_object_id, 'own_')`;
const missingAmount = sql`l.amount_cents - coalesce(l.amount, 0)`;
const kind = sql`l.kind`;
const sumForKinds = (kinds: SQL): SQL => sql`coalesce(sum(amount_cents) filter (where kind in (${kinds})), 0)::float`;
