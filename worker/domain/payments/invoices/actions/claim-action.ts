import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { invoiceActionKinds, invoiceActionStatuses, type InvoiceActionKind } from "../../../../../db/enums.ts";
import { notFound, unprocessable } from "../../../../contract/errors.ts";
import { type Ctx, requireUser } from "../../../context.ts";
import { futureDayError, shopDay } from "../../../shop-days.ts";
import { newLease } from "../../../platform/index.ts";
import { maybeOneOf, type RowOf } from "../../../sql.ts";
import { hasPayment } from "../outstanding.ts";

export const invoiceAction = () =>
  z.object({
    id: z.string(),
    key: z.string(),
    invoice_id: z.string(),
    kind: z.enum(invoiceActionKinds),
    reference: z.nullable(z.string()),
    paid_on: z.nullable(z.string()),
    payment_method_id: z.nullable(z.string()),
    status: z.enum(invoiceActionStatuses),
    /** The provider's code for a refused charge, or one of ours: `refused` or `resource_missing`. */
    refusal: z.nullable(z.string()),
  });
export type InvoiceAction = RowOf<typeof invoiceAction>;

export const actionColumns = sql`
  a.id, a.key, a.invoice_id, a.kind, a.reference, to_char(a.paid_on, 'YYYY-MM-DD') as paid_on, a.payment_method_id,
  a.status, a.refusal`;

const claimResult = () =>
  z.object({
    action: z.nullable(invoiceAction()),
    is_paid: z.boolean(),
    is_closed: z.boolean(),
    is_paid_in_part: z.boolean(),
    has_shipped: z.boolean(),
    is_to_come: z.boolean(),
  });

export type ActionRequest = {
  kind: InvoiceActionKind;
  /**
   * Requests with the same key share one action. Only charges have keys; an invoice has at most one action of every
   * other kind.
   */
  key?: string | undefined;
  reference?: string | undefined;
  paid_on?: string | undefined;
  /** Present if a customer pays; limits the claim to invoices of their organization. */
  own?: { org_id: string; payment_method_id: string };
  /** Closes the invoice of an order of which nothing has shipped, also one that is paid in part. */
  is_cancellation?: boolean;
};

/**
 * Claims an action on an unpaid invoice, or returns an earlier claim with the same key, even an ended one. An invoice
 * has at most one open action (ADR-064). A separate statement locks the invoice, because a claim that waits for the end
 * of another action would still read the invoice as it was before. @throws INVOICE_NOT_FOUND, BadRequest for a future
 * day, INVOICE_ALREADY_PAID, INVOICE_CLOSED, INVOICE_PAID_IN_PART if it cannot be voided, ORDER_ALREADY_PAID for a
 * cancellation after shipping, and INVOICE_PAYMENT_UNDER_WAY, also while another action is open
 */
export async function claimAction(ctx: Ctx, invoiceId: string, request: ActionRequest): Promise<InvoiceAction> {
  const { kind, reference = null, paid_on = null, own, is_cancellation = false } = request;
  const { user_id, impersonator_id } = requireUser(ctx);
  const key = `${invoiceId}_${kind}${request.key === undefined ? "" : `_${request.key}`}`;
  const mayBeClosed = kind === "void" || kind === "paid" || kind === "charge";
  const isToCome = sql`coalesce(${paid_on}::date > ${shopDay(sql`now()`)}, false)`;
  const [, answer] = await ctx.db.batch([
    sql`select 1 from invoices where id = ${invoiceId} for no key update`,
    sql`
    with i as (
      select i.id, i.org_id, i.payment_status not in ('pending', 'declined') as is_paid,
        i.closed_as = 'void'
          or (i.closed_as = 'written_off' and not ${mayBeClosed})
          or (i.closed_as is null and coalesce(o.status = 'canceled', false))
          -- nothing more is charged for an ended plan; a wire that came for it is still booked
          or (i.closed_as is null and ${kind === "charge"} and s.status in ('incomplete_expired', 'canceled'))
          as is_closed,
        ${kind === "void" && !is_cancellation ? hasPayment : sql`false`} as is_paid_in_part,
        ${is_cancellation} and (coalesce(o.status in ('shipped', 'received'), false) or exists (
          select 1 from order_lines l where l.order_id = o.id and l.shipped_quantity > 0
        )) as has_shipped,
        i.is_processing or exists (
          select 1
          from checkout_attempts a
          where a.status in ('claimed', 'pending') and a.id = coalesce(o.attempt_id, s.attempt_id)
        ) as is_under_way
      from invoices i
        left join orders o on i.reference_type = 'order' and o.id = i.reference_id
        left join subscriptions s on i.reference_type = 'subscription' and s.id = i.reference_id
      where i.id = ${invoiceId} ${own ? sql`and i.org_id = ${own.org_id}` : sql``}
    ),
    same as (select * from invoice_actions where key = ${key}),
    added as (
      insert into invoice_actions (
        key, invoice_id, org_id, kind, reference, paid_on, payment_method_id, actor_id, impersonator_id, next_at
      )
      select
        ${key}, i.id, i.org_id, ${kind}, ${reference}, ${paid_on}::date,
        ${own?.payment_method_id ?? null}, ${user_id}, ${impersonator_id},
        ${newLease}
      from i
      where not ${isToCome} and not i.is_paid and not coalesce(i.is_closed, false)
        and not i.is_paid_in_part and not i.has_shipped and not i.is_under_way
        and not exists (select 1 from same)
      on conflict do nothing
      returning *
    )
    select
      (
        select to_json(claim)
        from (
          select ${actionColumns} from added a
          union all
          select ${actionColumns} from same a
        ) claim
        limit 1
      ) as action,
      i.is_paid, coalesce(i.is_closed, false) as is_closed, i.is_paid_in_part, i.has_shipped,
      ${isToCome} as is_to_come
    from i`,
  ]);
  const row = maybeOneOf(ctx, claimResult, answer);
  if (!row) throw notFound("INVOICE_NOT_FOUND");
  if (row.is_to_come) throw futureDayError();
  if (row.action) return row.action;
  if (row.is_paid) throw unprocessable("INVOICE_ALREADY_PAID");
  if (row.is_closed) throw unprocessable("INVOICE_CLOSED");
  if (row.is_paid_in_part) throw unprocessable("INVOICE_PAID_IN_PART");
  if (row.has_shipped) throw unprocessable("ORDER_ALREADY_PAID");
  throw unprocessable("INVOICE_PAYMENT_UNDER_WAY");
}
