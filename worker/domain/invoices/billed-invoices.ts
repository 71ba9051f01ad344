import { sql } from "drizzle-orm";
import type { billingReasons, LedgerKind, PaymentStatus } from "../../../db/enums.ts";
import { callerId } from "../caller.ts";
import type { Ctx } from "../context.ts";
import { iso } from "../sql.ts";

/** Money that moved, in US cents without a sign; the kind says which way. */
export type Movement = { id: string; kind: LedgerKind; amount: number; at: string };
export type BilledInvoice = {
  id: string;
  amount: number;
  billing_reason: (typeof billingReasons)[number];
  payment_status: PaymentStatus;
  is_disputed: boolean;
  stripe_invoice_no: string | null;
  stripe_invoice_url: string | null;
  tracking_number: string | null;
  tracking_url: string | null;
  /** When the provider asks for the money again by itself. */
  next_attempt_at: string | null;
  created_at: string;
  /** The payment is under way: its outcome is not known, or the buyer must confirm it at the address. */
  open_payment: { action_url: string | null } | null;
  /** Oldest first. */
  movements: Movement[];
};

/** Ten years of months. */
const shownMax = 120;

/** What an order or a subscription of the caller's organization was billed, newest first, with all money that moved. One round trip. */
export async function listBilledInvoices(
  ctx: Ctx,
  reference: { type: "order" | "subscription"; id: string },
): Promise<BilledInvoice[]> {
  const { rows } = await ctx.db.execute<{ billed: BilledInvoice }>(sql`
    select to_json(shown) as billed from (
      select i.id, i.amount, i.billing_reason, i.payment_status, i.is_disputed, i.stripe_invoice_no, i.stripe_invoice_url, i.tracking_number, i.tracking_url,
        ${iso("i.next_attempt_at")} as next_attempt_at, ${iso("i.created_at")} as created_at,
        coalesce((select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'amount', abs(l.amount_cents), 'at', ${iso("l.created_at")}) order by l.created_at, l.id)
          from payment_ledger l where l.invoice_id = i.id), '[]') as movements,
        (select json_build_object('action_url', a.action_url) from checkout_attempts a
          where a.status in ('claimed', 'pending') and a.id in (
            select o.attempt_id from orders o where i.reference_type = 'order' and o.id = i.reference_id
            union all select s.attempt_id from subscriptions s where i.billing_reason = 'subscription_create' and s.id = i.reference_id
          )) as open_payment
      from invoices i
      where i.reference_type = ${reference.type} and i.reference_id = ${reference.id} and i.org_id = ${callerId(ctx, "org_id")}
      order by i.created_at desc, i.id desc limit ${shownMax}
    ) shown order by shown.created_at desc, shown.id desc`);
  return rows.map(({ billed }) => billed);
}
