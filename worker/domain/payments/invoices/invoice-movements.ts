import { sql } from "drizzle-orm";
import { iso } from "../../sql.ts";

/** Oldest first. `at` is when the provider moved the money (ADR-067); `amount` is in US cents without a sign. */
export const invoiceMovements = sql`coalesce((
  select json_agg(
    json_build_object(
      'id', l.id,
      'object_id', l.stripe_object_id,
      'kind', l.kind,
      'amount', abs(l.amount_cents),
      'at', ${iso("l.booked_at")},
      'method', (
        select each.method
        from jsonb_to_recordset(i.tries) as each(id text, method jsonb)
        where each.id = l.stripe_object_id
        limit 1
      ),
      'failure_reason', (
        select each.failure_reason
        from jsonb_to_recordset(i.refunds) as each(id text, failure_reason text)
        where each.id = l.stripe_object_id and l.kind = 'refund_failed'
        limit 1
      )
    )
    order by l.booked_at, l.id
  )
  from payment_ledger l
  where l.invoice_id = i.id
), '[]')`;
