// One statement books a payment with all its consequences, so its parts are in one file.
import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InvoiceDispute, PaymentTry } from "../../../../db/schema/money/invoices.ts";
import {
  type InvoiceClosing,
  type LedgerKind,
  paymentStatuses,
  referenceTypes,
  type refundActions,
  type refundStatuses,
} from "../../../../db/enums.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { hasShippedPieces, isDelivered, statusWhenSettled } from "../../fulfilment/index.ts";
import { enqueueTaxReportsPart } from "../taxes/enqueue-tax-reports.ts";
import { settledActions } from "./actions/settled-actions.ts";
import { cancellationNotifications } from "./cancellation-notifications.ts";
import { isRefundedAgain, paymentMails } from "./payment-mails.ts";
import { ledgerSums, paymentStatus } from "./payment-status.ts";
import { maybeOne, maybeOnePrepared, type RowOf } from "../../sql.ts";

export type RefundActor = {
  actor_id: string;
  impersonator_id: string | null;
  action: (typeof refundActions)[number];
  refund_id: string | null;
};
export type RefundClaim = {
  refund_id: string;
  object_id: string;
  status: Exclude<(typeof refundStatuses)[number], "asked">;
  /** US cents refunded or in transit, to the charge and to the customer's balance together. */
  given_amount: number;
};
export type LedgerEntry = {
  object_id: string;
  kind: LedgerKind;
  amount_cents: number;
  /** Time of the movement by the provider's clock; null means the time of recording. */
  booked_at: string | null;
  requested_by?: RefundActor | undefined;
};

/** The complete state of one invoice's money at the provider, read after `seq` was drawn. */
export type PaymentState = {
  invoice_id: string;
  /** Null for a booking without a provider call; only its entries, claims and closing are applied. */
  seq: number | null;
  entries: LedgerEntry[];
  /**
   * Whether the entries are complete. An open invoice does not show the part paid from the balance yet, although a
   * charge may have succeeded.
   */
  is_sum_final: boolean;
  /** Every refund of a charge, pending ones included; without credit that returned to the customer's balance. */
  refunds: readonly { id: string; amount: number; is_pending: boolean; failure_reason: string | null }[];
  disputes: readonly InvoiceDispute[];
  tries: readonly PaymentTry[];
  is_processing: boolean;
  /** Null for an open or paid invoice; undefined leaves the stored value unchanged. */
  closed_as: InvoiceClosing | null | undefined;
  /** US cents that credit notes took off the open invoice; undefined where the provider has no invoice. */
  credited_amount?: number;
  /** US cents of the customer's balance that the unpaid invoice holds; the ledger has them once it is paid. */
  applied_balance?: number;
  claims: readonly RefundClaim[];
  has_failed: boolean;
  is_disputed: boolean;
  needs_action: boolean;
  /** An order of $0 was completed without an invoice of the provider. */
  is_free?: boolean;
  next_attempt_at?: string | null;
  stripe_payment_id?: string | null;
  stripe_invoice_id?: string | null;
  stripe_invoice_url?: string | null;
  stripe_invoice_no?: string | null;
};
/** Defaults for a booking that reads no invoice or payment from the provider. */
export const localBooking = {
  seq: null,
  entries: [],
  is_sum_final: false,
  refunds: [],
  disputes: [],
  tries: [],
  claims: [],
  is_processing: false,
  has_failed: false,
  is_disputed: false,
  needs_action: false,
} as const;

const recordedPayment = () =>
  z.object({
    status: z.enum(paymentStatuses),
    before: z.enum(paymentStatuses),
    reference_type: z.enum(referenceTypes),
    reference_id: z.string(),
    has_further_mail: z.boolean(),
  });
export type RecordedPayment = RowOf<typeof recordedPayment>;

/**
 * Callers draw this fencing token before they read from the provider, so that an older answer never overwrites a newer
 * one (T4).
 */
export async function nextSequence(ctx: Ctx): Promise<number> {
  const paymentRow = await maybeOne(
    ctx,
    () => z.object({ seq: z.int() }),
    sql`select nextval('stripe_seq')::int as seq`,
  );
  return paymentRow?.seq ?? 0;
}

const noActor = { actor_id: null, impersonator_id: null, action: null, refund_id: null };

const by = { actor_id: sql`refunding.actor_id`, impersonator_id: sql`refunding.impersonator_id` };
/**
 * Null for a canceled order, for a refund by amount, and for a ledger entry that is only a part of its refund, because
 * a part returns no lines yet.
 */
const refundedLines = sql`(
  select jsonb_build_object('lines', jsonb_agg(jsonb_build_object('line_id', l.line_id, 'quantity', l.quantity)))
  from refund_lines l join refunds r on r.id = l.refund_id
  where l.refund_id = refunding.refund_id and refunding.action <> 'cancelOrder' and r.amount = -refunding.amount_cents
  having count(*) > 0
)`;
/** `reference` and `paid_on` are set if the refund bypassed the provider. */
const refundFacts = sql`coalesce((
  select jsonb_strip_nulls(jsonb_build_object(
    'reason', r.reason, 'reason_text', r.reason_text, 'reference', r.reference, 'paid_on', r.paid_on
  ))
  from refunds r
  where r.id = refunding.refund_id
), '{}')`;
const refundData = sql`
  jsonb_build_object('amount', -refunding.amount_cents) || ${refundFacts} || coalesce(${refundedLines}, '{}')`;
const ownRefundActions = ["settleRefund", "noteRefund"] as const;
const refundAudit = {
  by,
  as: "refund_audit",
  data: refundData,
  where: sql`refunding.action not in ('settleRefund', 'noteRefund')`,
};
const ownRefundAudit = (action: (typeof ownRefundActions)[number]) => ({
  by,
  as: `${action}_audit`,
  data: refundData,
  where: sql`refunding.action = ${action}`,
});
const cancelAudit = {
  by,
  as: "cancel_audit",
  where: sql`((is_canceled and refunding.action = 'cancelOrder') or refunding.action = 'cancelLines')`,
  data: sql`coalesce(${refundedLines}, '{}')`,
};

/** True even if the money was returned since, because the payment's webhook may come late or never (M16). */
const wasPaid = (status: SQL): SQL => sql`${status} not in ('pending', 'declined')`;

/**
 * Whether we hold money of a canceled order: it was paid after the cancellation, such as after a write-off, or a won
 * dispute returned it afterwards.
 */
const isPaidAfterCancellation = sql`
  ${wasPaid(sql`r.status`)} and r.status <> 'refunded' and r.charged > 0
  and (
    not ${wasPaid(sql`before.payment_status`)}
    or exists (select 1 from added where kind = 'dispute_reinstated')
  )
  and exists (select 1 from placed where status = 'canceled')`;

/**
 * The plan had ended before its invoice was charged. A cancellation stops only automatic collection
 * (https://docs.stripe.com/api/subscriptions/cancel): the invoice's page takes money, and a debit may arrive late.
 */
const isChargedAfterEnd = sql`
  exists (
    select 1
    from added
      join new_entries g on g.object_id = added.stripe_object_id and g.kind = added.kind
      join subscriptions s on s.id = before.reference_id
    where before.reference_type = 'subscription' and g.kind = 'charge'
      and s.status = 'canceled' and g.booked_at > s.cancel_at
  )`;

/** An order on account is fulfilled before it is paid, once its invoice is open at the provider. */
const isIssued = sql`(u.due_on is not null and u.stripe_invoice_id is not null and u.closed_as is null)`;

/**
 * An invoice on account is a sale once it is issued, any other once it is paid. Tax reports of a sale are unique, so
 * the later payment of an order on account adds no report.
 */
const isSold = sql`((${wasPaid(sql`u.payment_status`)} and not ${wasPaid(sql`u.before_status`)}) or ${isIssued})`;

const mergedRefunds = (refunds: PaymentState["refunds"]): SQL => sql`coalesce((
  select jsonb_agg(
    jsonb_build_object(
      'id', reported.id, 'amount', reported.amount, 'is_pending', reported.is_pending,
      'since', coalesce(earlier.since, now()), 'failure_reason', reported.failure_reason
    )
    order by reported.id
  )
  from jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb)
    as reported(id text, amount bigint, is_pending boolean, failure_reason text)
    left join jsonb_to_recordset(before.refunds) as earlier(id text, since timestamptz) using (id)
), '[]')`;

/** A running checkout deletes the order or plan itself if the payment fails, so its invoice is not closed here. */
const isBeingBought = sql`exists (
  select 1
  from checkout_attempts a
  where a.status in ('claimed', 'pending') and a.id in (
    select o.attempt_id from orders o where before.reference_type = 'order' and o.id = before.reference_id
    union all
    select s.attempt_id from subscriptions s where before.reference_type = 'subscription' and s.id = before.reference_id
  )
)`;

/** Accounting must learn of an order on account when its invoice is issued, and of each payment, credit or closing. */
const isAccountChange = (invoiceId: SQL, closedAs: SQL): SQL => sql`
  before.due_on is not null and coalesce(${invoiceId}, before.stripe_invoice_id) is not null and (
    before.stripe_invoice_id is null or exists (select 1 from added)
    or r.credited_amount <> before.credited_amount or (${closedAs}) is distinct from before.closed_as
  )`;

const isClosedNow = sql`(u.closed_as is not null and u.before_closed_as is null)`;

/** Locks an invoice and its order, so that the booking sees what was booked or shipped while it waited (M16). */
const lockOf = (invoiceId: string): SQL => sql`
  with i as (select reference_type, reference_id from invoices where id = ${invoiceId} for update),
    o as (select 1 from i join orders on i.reference_type = 'order' and orders.id = i.reference_id for update of orders)
  select 1 from i left join o on true`;

/**
 * The only writer of the ledger and of payment statuses, used by checkout, webhooks, the retry job and the
 * reconciliation. One statement adds missing ledger entries, computes the status, advances the order, queues
 * notifications and audits the actor of a refund. Repetition and reordering change nothing. Resolves to undefined for
 * an unknown invoice.
 */
export async function recordPayment(ctx: Ctx, state: PaymentState): Promise<RecordedPayment | undefined> {
  const values = state.entries.map(
    ({
      object_id,
      kind,
      amount_cents,
      booked_at,
      requested_by: { actor_id, impersonator_id, action, refund_id } = noActor,
    }) =>
      sql`
        (
          ${object_id}::text, ${kind}::text, ${amount_cents}::bigint, ${booked_at}::timestamptz, ${actor_id}::uuid,
          ${impersonator_id}::uuid, ${action}::text, ${refund_id}::uuid
        )`,
  );
  const newEntries: SQL =
    values.length > 0
      ? sql`values ${sql.join(values, sql`, `)}`
      : sql`
        select null::text, null::text, null::bigint, null::timestamptz, null::uuid, null::uuid, null::text, null::uuid
        where false`;
  const isNewer = state.seq === null ? sql`false` : sql`before.applied_seq < ${state.seq}`;
  const isRead = state.seq === null ? sql`true` : isNewer;
  const creditedAmount =
    state.credited_amount === undefined
      ? sql`before.credited_amount`
      : sql`case when ${isNewer} then ${state.credited_amount}::bigint else before.credited_amount end`;
  const closedAs =
    state.closed_as === undefined
      ? sql`before.closed_as`
      : sql`case
          when not (${isRead}) then before.closed_as
          when ${wasPaid(sql`r.status`)} then null
          when ${isBeingBought} then before.closed_as
          else ${state.closed_as}
        end`;
  const mustReview = sql`(
    invoices.needs_review
    or (${state.is_sum_final} and r.charged > 0 and r.charged <> r.amount - r.credited_amount
      and r.charged is distinct from invoices.reviewed_amount)
    or (${isPaidAfterCancellation})
    or ${isChargedAfterEnd}
  )`;
  const row = await maybeOnePrepared(
    ctx,
    recordedPayment,
    sql`
    with new_entries (object_id, kind, amount_cents, booked_at, actor_id, impersonator_id, action, refund_id) as (
      ${newEntries}
    ),
    before as (select * from invoices where id = ${state.invoice_id}),
    placed as (
      select o.status from before join orders o on before.reference_type = 'order' and o.id = before.reference_id
    ),
    added as (
      insert into payment_ledger (invoice_id, org_id, stripe_object_id, kind, amount_cents, booked_at)
      select before.id, before.org_id, g.object_id, g.kind, g.amount_cents, coalesce(g.booked_at, now())
      from new_entries g, before
      on conflict (stripe_object_id, kind) do nothing returning stripe_object_id, kind, amount_cents
    ),
    entries as (
      select stripe_object_id, kind, amount_cents from payment_ledger where invoice_id = ${state.invoice_id}
      union select object_id, kind, amount_cents from new_entries
    ),
    l as (select ${ledgerSums} from entries),
    i as (
      select before.id, before.amount, ${creditedAmount} as credited_amount,
        -- the provider makes an invoice of $0 paid when it issues it
        before.amount = 0
          and (
            coalesce(${state.stripe_invoice_id ?? null}, before.stripe_invoice_id) is not null
            or ${state.is_free ?? false}
          ) as is_free,
        case
          when ${isNewer} then ${state.has_failed}
          else before.has_failed
        end as has_failed,
        case
          when ${isNewer} then ${state.is_disputed}
          else before.is_disputed
        end as is_disputed
      from before
    ),
    result as (select i.*, l.*, ${paymentStatus} as status from i, l),
    u as (
      update invoices set payment_status = r.status, has_failed = r.has_failed, is_disputed = r.is_disputed,
        refunds = case
          when ${isNewer} then ${mergedRefunds(state.refunds)}
          else invoices.refunds
        end,
        disputes = case when ${isNewer} then ${JSON.stringify(state.disputes)}::jsonb else invoices.disputes end,
        tries = case when ${isNewer} then ${JSON.stringify(state.tries)}::jsonb else invoices.tries end,
        is_processing = case when ${isNewer} then ${state.is_processing} else invoices.is_processing end,
        closed_as = ${closedAs},
        credited_amount = r.credited_amount,
        applied_balance = case
          when ${wasPaid(sql`r.status`)} then 0
          when ${isNewer} then coalesce(${state.applied_balance ?? null}::bigint, invoices.applied_balance)
          else invoices.applied_balance
        end,
        closed_at = case when ${closedAs} is not null then coalesce(invoices.closed_at, now()) end,
        needs_action_at = case
          when not (${isNewer}) then invoices.needs_action_at
          when ${state.needs_action} then coalesce(invoices.needs_action_at, now())
        end,
        reminded_at = case when invoices.needs_action_at is not null then invoices.reminded_at end,
        next_attempt_at = case
          when ${isNewer} then ${state.next_attempt_at ?? null}::timestamptz
          else invoices.next_attempt_at
        end,
        needs_review = ${mustReview},
        is_net_suite_sync_needed = invoices.is_net_suite_sync_needed
          or (
            ${wasPaid(sql`r.status`)}
            and not ${wasPaid(sql`before.payment_status`)}
            and invoices.net_suite_id is null
          )
          or exists (select 1 from added where kind in ('refund', 'refund_failed'))
          or (${isAccountChange(sql`${state.stripe_invoice_id ?? null}::text`, closedAs)}),
        stripe_payment_id = coalesce(${state.stripe_payment_id ?? null}, invoices.stripe_payment_id),
        stripe_invoice_id = coalesce(${state.stripe_invoice_id ?? null}, invoices.stripe_invoice_id),
        stripe_invoice_url = coalesce(${state.stripe_invoice_url ?? null}, invoices.stripe_invoice_url),
        stripe_invoice_no = coalesce(${state.stripe_invoice_no ?? null}, invoices.stripe_invoice_no),
        applied_seq = greatest(invoices.applied_seq, ${state.seq ?? 0}),
        updated_at = case
          when invoices.payment_status <> r.status or invoices.needs_review <> (${mustReview}) then now()
          -- who ends a review must have seen all that moved
          when invoices.needs_review and exists (select 1 from added) then now()
          else invoices.updated_at
        end
      from result r, before where invoices.id = r.id
      returning
        invoices.*, before.payment_status as before_status,
        before.needs_action_at as before_needs_action_at, before.closed_as as before_closed_as,
        before.is_processing as before_is_processing, before.credited_amount as before_credited_amount,
        (select status from placed) as before_order_status
    ),
    o as (
      update orders
      set
        payment_status = u.payment_status,
        updated_at = case
          when orders.payment_status = u.payment_status then orders.updated_at
          else now()
        end,
        status = case
          when orders.status = 'shipped' and ${isDelivered} then 'received'
          when orders.status not in ('new', 'processing') then orders.status
          when u.payment_status = 'refunded' then case when ${hasShippedPieces} then 'shipped' else 'canceled' end
          when ${isClosedNow} then case when ${hasShippedPieces} then 'shipped' else 'canceled' end
          when not ${wasPaid(sql`u.payment_status`)} and not ${isIssued} then orders.status
          else coalesce(${statusWhenSettled}, 'processing')
        end
      from u where u.reference_type = 'order' and orders.id = u.reference_id
      returning orders.id, orders.org_id, ${beforeAndAfter},
        old.status <> 'canceled' and new.status = 'canceled' as is_canceled,
        old.status in ('new', 'processing') and new.status = 'shipped' as is_cut_short
    ),
    canceled_lines as (
      update order_lines l
      set canceled_quantity = l.quantity - l.shipped_quantity, updated_at = now()
      from o, u
      where ${isClosedNow} and o.is_cut_short and l.order_id = o.id
        and l.shipped_quantity + l.canceled_quantity < l.quantity
    ),
    ${cancellationNotifications(ctx, sql`select o.id from o, u where o.is_canceled and ${isClosedNow}`)},
    claims as (
      update refunds r
      set stripe_refund_id = c.object_id, given_amount = c.given_amount, updated_at = now(),
        status = case
          when r.status = 'asked' and c.status not in ('failed', 'canceled') and c.given_amount < r.amount then 'asked'
          else c.status
        end
      from before,
        jsonb_to_recordset(${JSON.stringify(state.claims)}::jsonb)
          as c(refund_id uuid, object_id text, status text, given_amount bigint)
      where r.id = c.refund_id and r.invoice_id = before.id and ${isRead}
        and (r.status, r.stripe_refund_id, r.given_amount) is distinct from (c.status, c.object_id, c.given_amount)
    ),
    refunding as (
      select g.*, o.id, o.org_id, o.is_canceled, o.before, o.after from added a
        join new_entries g on g.object_id = a.stripe_object_id
          and g.kind = a.kind
          and g.kind = 'refund'
          and g.actor_id is not null,
        o
    ),
    ${audited(ctx, "refundOrder", "order", "refunding", { ...refundAudit, changes: diffRows() })},
    ${audited(ctx, "cancelOrder", "order", "refunding", { ...cancelAudit, changes: diffRows() })},
    ${sql.join(
      ownRefundActions.map((action) =>
        audited(ctx, action, "order", "refunding", { ...ownRefundAudit(action), changes: diffRows() }),
      ),
      sql`, `,
    )},
    ${settledActions(ctx)},
    taxed as (${enqueueTaxReportsPart(isSold)}),
    ${paymentMails(ctx)}
    select
      payment_status as status, before_status as before, reference_type, reference_id,
      needs_action_at is not null and before_needs_action_at is null or ${isRefundedAgain} as has_further_mail
    from u`,
    lockOf(state.invoice_id),
  );
  if (row && (row.status !== row.before || row.has_further_mail)) ctx.wakeWorkers();
  return row;
}
