import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { invoiceActionKinds, ledgerKinds } from "../../../../db/enums.ts";
import { notFound } from "../../../contract/errors.ts";
import type { ReadCtx } from "../../context.ts";
import { shopToday } from "../../shop-days.ts";
import { iso, one, type RowOf } from "../../sql.ts";
import { hasPayment, leftToPay } from "./outstanding.ts";

const payments = () =>
  z.object({
    /** Attempts to pay, oldest first; amounts in US cents. */
    tries: z.array(
      z.object({
        id: z.string(),
        amount: z.int(),
        status: z.enum(["succeeded", "pending", "failed"]),
        at: z.string(),
        method: z.nullable(
          z.object({ type: z.enum(["card", "us_bank_account"]), name: z.nullable(z.string()), last4: z.string() }),
        ),
        decline: z.nullable(z.string()),
      }),
    ),
    disputes: z.array(
      z.object({
        id: z.string(),
        amount: z.int(),
        status: z.string(),
        reason: z.string(),
        is_open: z.boolean(),
        due_by: z.nullable(z.string()),
      }),
    ),
    /** Ledger entries that are not among `tries`, oldest first; US cents with sign. */
    movements: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(ledgerKinds),
        amount: z.int(),
        at: z.string(),
        reference: z.nullable(z.string()),
        by: z.nullable(z.string()),
      }),
    ),
    /** US cents that were not received yet. */
    left: z.int(),
    has_payment: z.boolean(),
    is_disputed: z.boolean(),
    needs_action: z.boolean(),
    has_provider_invoice: z.boolean(),
    /** Kind of the claimed action that the provider has not confirmed yet. */
    asked: z.nullable(z.enum(invoiceActionKinds)),
    closed_at: z.nullable(z.string()),
    is_test_mode: z.boolean(),
    /** Today in the shop's time zone, the last day that a payment can be dated. */
    today: z.string(),
  });
export type InvoicePayments = RowOf<typeof payments>;

export const readShopToday = (ctx: ReadCtx): Promise<{ today: string }> =>
  one(
    ctx,
    () => z.object({ today: z.string() }),
    sql`select ${shopToday} as today`,
    () => new Error("the database knows no day"),
  );

export async function readInvoicePayments(ctx: ReadCtx, id: string): Promise<InvoicePayments> {
  const row = await one(
    ctx,
    () => z.object({ payments: payments() }),
    sql`
    select json_build_object(
      'tries', i.tries,
      'disputes', i.disputes,
      'movements', coalesce((
        select json_agg(
          json_build_object(
            'id', l.id, 'kind', l.kind, 'amount', l.amount_cents, 'at', ${iso("l.booked_at")},
            'reference', coalesce(a.reference, r.reference),
            'by', (
              select u.first_name || ' ' || u.last_name from users u where u.id = coalesce(a.actor_id, r.actor_id)
            )
          )
          order by l.booked_at, l.id
        )
        from payment_ledger l
          left join invoice_actions a
            on a.invoice_id = l.invoice_id and a.status = 'done' and a.kind = 'paid' and l.kind = 'paid_out_of_band'
          left join refunds r on r.stripe_refund_id = l.stripe_object_id and l.kind = 'refund'
        where l.invoice_id = i.id
          and not (l.kind = 'charge' and i.tries @> jsonb_build_array(jsonb_build_object('id', l.stripe_object_id)))
      ), '[]'),
      'left', ${leftToPay},
      'has_payment', ${hasPayment},
      'is_disputed', i.is_disputed,
      'needs_action', i.needs_action_at is not null,
      'has_provider_invoice', i.stripe_invoice_id is not null,
      'asked', (select a.kind from invoice_actions a where a.invoice_id = i.id and a.status = 'asked' limit 1),
      'closed_at', ${iso("i.closed_at")},
      'is_test_mode', ${ctx.settings.STRIPE_SECRET_KEY.includes("_test_")}::boolean,
      'today', ${shopToday}
    ) as payments
    from invoices i
    where i.id = ${id}`,
    () => notFound("INVOICE_NOT_FOUND"),
  );
  return row.payments;
}
