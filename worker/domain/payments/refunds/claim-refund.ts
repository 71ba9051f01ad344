import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type RefundAction, refundActions, type RefundReason, refundStatuses } from "../../../../db/enums.ts";
import { violatedConstraint } from "../../../../db/errors.ts";
import { lineNotOwedError } from "../../../contract/errors.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { shopDay } from "../../shop-days.ts";
import { audited, newLease } from "../../platform/index.ts";
import { approvalEndedMails } from "./approval-mails.ts";
import { auditedApproval } from "./ask-approval.ts";
import { isOpenApproval } from "./open-approvals.ts";
import { many, maybeOne, maybeOneOf, type RowOf } from "../../sql.ts";
import type { Refundable } from "./read-refundable.ts";
import type { RefundShare } from "../../../contract/buying/refund-shares.ts";

const claimRow = () =>
  z.object({
    id: z.string(),
    asked_for: z.string(),
    invoice_id: z.string(),
    amount: z.number(),
    balance_amount: z.number(),
    given_amount: z.nullable(z.number()),
    action: z.enum(refundActions),
    actor_id: z.string(),
    impersonator_id: z.nullable(z.string()),
    status: z.enum(refundStatuses),
    /** Reference of a refund by wire or cheque; null for refunds by the provider. */
    reference: z.nullable(z.string()),
  });
export type Claim = RowOf<typeof claimRow>;

export const claimColumns = sql`
  r.id, r.asked_for, r.invoice_id, r.amount::float as amount, r.balance_amount::float as balance_amount,
  r.given_amount::float as given_amount, r.action, r.actor_id, r.impersonator_id, r.status,
  r.reference`;

export const findClaim = (ctx: Ctx, key: string): Promise<Claim | undefined> =>
  maybeOne(ctx, claimRow, sql`select ${claimColumns} from refunds r where r.key = ${key}`);

/** Claims of an invoice that the provider has not answered, oldest first. */
export const listUnanswered = (ctx: Ctx, invoiceId: string): Promise<Claim[]> =>
  many(
    ctx,
    claimRow,
    sql`
    select ${claimColumns} from refunds r
    where r.invoice_id = ${invoiceId} and r.status = 'asked'
    order by r.created_at, r.id`,
  );

type NewClaim = {
  key: string;
  asked_for: string;
  amount: number;
  balance_amount: number;
  shares: readonly RefundShare[];
  reason?: RefundReason | undefined;
  reason_text?: string | undefined;
  failed_refund_id?: string | undefined;
  /** Reference of a wire or cheque; absent for refunds by the provider. */
  reference?: string | undefined;
  /** Day of the wire or cheque, by default today in the shop's time zone. */
  paid_on?: string | undefined;
  /** Approval that must still be open; the statement of the claim also approves it. */
  approval_id?: string | undefined;
};

/**
 * Claims a refund with its lines; `cancelLines` also cancels them. A refund of $0 is complete and audited with its
 * claim. Undefined if another refund of the order was claimed or requested since the order was read, if the key is
 * already claimed, if the approval is no longer open, or if an order to cancel has just shipped. A separate statement
 * locks the invoice, because a claim that waits for a shipment would still read the lines as they were before. @throws
 * LINE_NOT_OWED if a line to cancel has just shipped
 */
export async function claimRefund(
  ctx: Ctx,
  { invoice_id, refund_seq }: Refundable,
  { key, asked_for, amount, balance_amount, shares, ...more }: NewClaim,
  action: RefundAction,
): Promise<Claim | undefined> {
  const { user_id, impersonator_id } = requireUser(ctx);
  const linesJson = JSON.stringify(shares);
  const approvalId = more.approval_id ?? null;
  const claim = sql`
    with asked as (
      select a.id from refund_approvals a where a.id = ${approvalId} and ${isOpenApproval} for update
    ),
    i as (
      update invoices
      set
        refund_seq = refund_seq + 1,
        -- no ledger entry follows that would flag the canceled lines for accounting
        is_net_suite_sync_needed = is_net_suite_sync_needed or ${amount === 0}
      where id = ${invoice_id} and refund_seq = ${refund_seq}
        and (${approvalId}::uuid is null or exists (select 1 from asked))
        and (${action !== "cancelOrder"} or not exists (
          select 1 from order_lines l where l.order_id = invoices.reference_id and l.shipped_quantity > 0
        ))
      returning id, org_id, reference_id
    ),
    r as (
      insert into refunds (
        key, asked_for, org_id, order_id, invoice_id, amount, balance_amount, action, actor_id,
        impersonator_id, next_at, reason, reason_text, failed_refund_id, reference, paid_on, status, given_amount
      )
      select
        ${key}, ${asked_for}, i.org_id, i.reference_id, i.id, ${amount}, ${balance_amount}, ${action},
        ${user_id}, ${impersonator_id}, ${newLease}, ${more.reason ?? null}, ${more.reason_text || null},
        ${more.failed_refund_id ?? null}, ${more.reference ?? null},
        case
          when ${more.reference !== undefined} then coalesce(${more.paid_on ?? null}::date, ${shopDay(sql`now()`)})
        end,
        ${amount === 0 ? "succeeded" : "asked"}, ${amount === 0 ? 0 : null}
      from i
      on conflict do nothing
      returning *
    ),
    lines as (
      insert into refund_lines (refund_id, line_id, quantity, amount, tax)
      select r.id, share.line_id, share.quantity, share.amount, share.tax
      from r,
        jsonb_to_recordset(${linesJson}::jsonb) as share(line_id uuid, quantity int, amount bigint, tax bigint)
    ),
    a as (
      update refund_approvals a set state = 'approved', decided_by = ${user_id}, decided_at = now()
      from r where a.id = ${approvalId}
      returning a.*
    ),
    ${auditedApproval(ctx, "approveRefund")},
    ${approvalEndedMails(ctx)},
    canceled as (
      update order_lines l set canceled_quantity = l.canceled_quantity + share.quantity, updated_at = now()
      from r, jsonb_to_recordset(${linesJson}::jsonb) as share(line_id uuid, quantity int)
      where r.action = 'cancelLines' and l.id = share.line_id and l.order_id = r.order_id
    ),
    free as (select r.order_id as id, r.org_id from r where r.amount = 0),
    ${audited(ctx, "cancelOrder", "order", "free", {
      as: "audited_free",
      data: sql`jsonb_build_object('lines', (
        select jsonb_agg(jsonb_build_object('line_id', share.line_id, 'quantity', share.quantity))
        from jsonb_to_recordset(${linesJson}::jsonb) as share(line_id uuid, quantity int)
      ))`,
    })}
    select ${claimColumns} from r`;
  const lock = sql`select 1 from invoices where id = ${invoice_id} for no key update`;
  const [, answer] = await ctx.db.batch([lock, claim]).catch(refuseShipped);
  return maybeOneOf(ctx, claimRow, answer);
}

function refuseShipped(error: unknown): never {
  throw violatedConstraint(error) === "order_lines_pieces_fit" ? lineNotOwedError() : error;
}

/**
 * Ends a claim for which the provider gives no more money, so that the rest can be refunded again. A claim without any
 * paid money is deleted, its canceled lines are owed again, and its approval ends as failed, so that the refund can be
 * requested again; any other is closed with at least `paidCents`.
 */
export async function releaseClaim(ctx: Ctx, { id }: Claim, paidCents = 0): Promise<void> {
  const refundedAmount = sql`greatest(coalesce(r.given_amount, 0), ${paidCents}::bigint)`;
  await ctx.db.execute(sql`
    with deleted as (
      delete from refunds r where r.id = ${id} and r.status = 'asked' and ${refundedAmount} = 0
      returning r.id, r.action, r.order_id, r.key
    ),
    owed_again as (
      update order_lines l set canceled_quantity = l.canceled_quantity - back.quantity, updated_at = now()
      from deleted join refund_lines back on back.refund_id = deleted.id
      where deleted.action = 'cancelLines' and l.id = back.line_id
    ),
    a as (
      update refund_approvals a
      set state = 'failed', decided_at = now(), note = 'The payment provider did not make the refund.'
      from deleted
      where a.order_id = deleted.order_id and a.state = 'approved' and deleted.key = a.invoice_id || '_' || a.id
      returning a.*
    ),
    ${auditedApproval(ctx, "failRefundApproval")},
    ${approvalEndedMails(ctx)}
    update refunds r set
      given_amount = ${refundedAmount},
      updated_at = now(),
      status = case when exists (
        select 1 from jsonb_to_recordset(i.refunds) as refund(id text, is_pending boolean)
        where refund.id = r.stripe_refund_id and refund.is_pending
      ) then 'pending' else 'succeeded' end
    from invoices i
    where r.id = ${id} and i.id = r.invoice_id and r.status = 'asked' and ${refundedAmount} > 0`);
  ctx.wakeWorkers();
}
