import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../context.ts";
import { maybeOne } from "../../sql.ts";
import type { TaskPage } from "../../platform/index.ts";
import { addToBridge, lineSums, sumsByKind } from "./bridge.ts";
import { nextBatch, batchMax } from "./compare-own.ts";
import { recordDiscrepanciesPart } from "./record-discrepancies.ts";
import { addSums, type RunCursor } from "./steps.ts";

const sumsRow = () =>
  z.object({
    rows: z.int(),
    last: z.nullable(z.string()),
    paid: z.int(),
    refunded: z.int(),
    disputed: z.int(),
    unbooked: lineSums,
  });

/**
 * Finds movements of the provider that our ledger lacks: those of our invoices and subscriptions, and charges of our
 * customers that we did not request. Movements of other products of the same account are left out, and so are movements
 * that a running checkout or a waiting webhook is about to book. A fully refunded orphan charge is no discrepancy.
 */
export async function compareMovements(ctx: Ctx, cursor: RunCursor): Promise<TaskPage> {
  const [object = "", kind = ""] = (cursor.after ?? "").split(" ");
  const batch = await maybeOne(
    ctx,
    sumsRow,
    sql`
    with part as materialized (
      select r.*,
        exists (
          select 1 from payment_ledger l where l.stripe_object_id = r.object_id and l.kind = r.kind
        ) as is_booked
      from book_records r
      where r.side = 'provider' and r.run_id = ${cursor.run} and (r.object_id, r.kind) > (${object}, ${kind})
      order by r.object_id, r.kind
      limit ${batchMax}
    ),
    owned as materialized (${ownedMovements(cursor)}),
    differing as (
      select
        'missing_in_ledger' as kind, o.kind as reference_type, o.object_id as reference_id, o.amount as expected,
        0 as found, case when o.own_id is null then 'renewal_not_billed' else 'not_in_ledger' end as cause,
        o.org_id, o.own_id as invoice_id
      from owned o
      where (o.own_id is not null or (o.plan_id is not null and o.kind = 'charge')) and not o.is_under_way
      union all
      select 'orphan_charge', 'charge', o.object_id, 0, o.left_over, 'charged_by_nobody', o.org_id, null
      from owned o
      where o.own_id is null and o.plan_id is null and o.kind = 'charge' and o.org_id is not null
        and o.left_over <> 0
    ),
    ${recordDiscrepanciesPart(cursor)}
    select count(*)::int as rows,
      (array_agg(p.object_id || ' ' || p.kind order by p.object_id desc, p.kind desc))[1] as last,
      ${sumWhere(sql`p.kind in ('charge', 'balance', 'balance_owed', 'paid_out_of_band')`)} as paid,
      ${sumWhere(sql`p.kind in ('refund', 'refund_failed')`)} as refunded,
      ${sumWhere(sql`p.kind in ('dispute_withdrawn', 'dispute_reinstated')`)} as disputed,
      ${sumsByKind(sql`-p.amount`, sql`p.kind`, sql`not p.is_booked and o.org_id is not null`)} as unbooked
    from part p
      left join owned o on o.object_id = p.object_id and o.kind = p.kind`,
  );
  if (!batch) return nextBatch(cursor, 0, null);
  const { rows, last, paid, refunded, disputed, unbooked } = batch;
  const summedCursor = addSums(cursor, {
    paid: { provider: paid },
    refunded: { provider: refunded },
    disputed: { provider: disputed },
  });
  return nextBatch(addToBridge(summedCursor, { "provider open_discrepancies": unbooked }), rows, last);
}

const sumWhere = (which: SQL): SQL =>
  sql`coalesce(sum(p.amount) filter (where (p.is_booked or o.org_id is not null) and ${which}), 0)::float`;

/** Refunds and disputes belong to the owner of their charge. */
const ownedMovements = ({ run }: RunCursor): SQL => sql`
  select
    u.*,
    i.id as own_id,
    s.id as plan_id,
    coalesce(i.org_id, s.org_id, g.id) as org_id,
    u.amount + coalesce((
      select sum(m.amount)
      from book_records m
      where m.side = 'provider' and m.run_id = ${run} and m.charge_id = u.object_id
    ), 0) as left_over,
    exists (
      select 1
      from stripe_events e
      where e.status = 'received'
        and e.object_id in (
          u.object_id, u.charge_id, u.payment_intent, coalesce(u.external_id, c.external_id),
          i.stripe_invoice_id, s.stripe_id
        )
    )
    or exists (
      select 1
      from checkout_attempts a
      where a.status in ('claimed', 'pending')
        and a.id in (
          select o.attempt_id from orders o where o.id = i.reference_id
          union all
          select p.attempt_id from subscriptions p where p.id = coalesce(s.id, i.reference_id)
        )
    ) as is_under_way
  from part u
    left join book_records c
      on c.side = 'provider' and c.run_id = ${run} and c.kind = 'charge' and c.object_id = u.charge_id
    left join payment_ledger l on l.stripe_object_id = u.charge_id and l.kind = 'charge'
    left join lateral (
      select known.*
      from invoices known
      where known.id in (l.invoice_id, u.invoice_id, c.invoice_id) or known.stripe_payment_id = u.payment_intent
      limit 1
    ) i on true
    left join subscriptions s on s.id = coalesce(u.subscription_id, c.subscription_id)
    left join organizations g on g.stripe_customer_id = coalesce(u.customer, c.customer)
  where not u.is_booked`;
