import { type SQL, sql } from "drizzle-orm";

/**
 * The payment status depends only on sums of the ledger and on open failures and disputes at the provider, so the order
 * of webhooks does not matter (M4, M16). Amounts credited before the payment are not owed, and a free invoice is paid
 * without an entry. `i` is the updated invoice, `l` the sums of its ledger (ADR-014).
 */
export const paymentStatus: SQL = sql`case
  when i.is_free then 'paid'
  when l.charged = 0 then case when i.has_failed then 'declined' else 'pending' end
  when l.charged <> i.amount - i.credited_amount then 'pending'
  when i.is_disputed or l.withdrawn > l.reinstated then 'disputed'
  when l.charged - l.refunded + l.refund_failed <= 0 then 'refunded'
  when l.refunded > l.refund_failed then 'partially_refunded'
  when l.refund_failed > 0 then 'refund_failed'
  else 'paid' end`;

export const ledgerSums: SQL = sql`
  coalesce(
    sum(amount_cents) filter (where kind in ('charge', 'balance', 'balance_owed', 'paid_out_of_band')), 0
  )::bigint as charged,
  coalesce(-sum(amount_cents) filter (where kind = 'refund'), 0)::bigint as refunded,
  coalesce(sum(amount_cents) filter (where kind = 'refund_failed'), 0)::bigint as refund_failed,
  coalesce(-sum(amount_cents) filter (where kind = 'dispute_withdrawn'), 0)::bigint as withdrawn,
  coalesce(sum(amount_cents) filter (where kind = 'dispute_reinstated'), 0)::bigint as reinstated`;
