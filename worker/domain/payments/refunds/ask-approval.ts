import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { RefundAction } from "../../../../db/enums.ts";
import type { AuditAction } from "../../../contract/people/audit-labels.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import { BadRequest } from "../../../contract/errors.ts";
import { can } from "../../../contract/people/permissions.ts";
import type * as contract from "../../../contract/v1/admin/orders.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { audited } from "../../platform/index.ts";
import { maybeOne } from "../../sql.ts";
import { approvalRequestedMails } from "./approval-mails.ts";
import { isOpenApproval } from "./open-approvals.ts";
import type { Refundable } from "./read-refundable.ts";

export type PendingApproval = { approval_id: string; asked_for: string };
export type ApprovalBody =
  | InputOf<typeof contract.refundOrder>["body"]
  | InputOf<typeof contract.noteRefund>["body"]
  | InputOf<typeof contract.cancelOrder>["body"];

/**
 * Users who may only request always need a second person's approval; others need it above the shop's limit, which
 * counts the order's refunds of the last 24 hours. @throws BadRequest for an amount above the limit by users who may
 * only request
 */
export function needsApproval(ctx: Ctx, { refund_limit, recent_cents }: Refundable, amount: number): boolean {
  const isAbove = refund_limit !== null && recent_cents + amount > refund_limit;
  if (can(requireUser(ctx), "refunds:act")) return isAbove;
  if (!isAbove) return true;
  throw new BadRequest([
    {
      code: "too_big",
      path: ["amount"],
      message: "This is more than you may ask for. A finance administrator or an owner must refund it.",
    },
  ]);
}

const pendingApproval = () => z.object({ approval_id: z.string(), asked_for: z.string() });

/** Only an open or granted approval counts, because rejected or failed refunds can be requested again. */
export const findApprovalByKey = (ctx: Ctx, key: string): Promise<PendingApproval | undefined> =>
  maybeOne(
    ctx,
    pendingApproval,
    sql`
    select a.id as approval_id, a.asked_for from refund_approvals a
    where a.key = ${key} and (${isOpenApproval} or a.state = 'approved')
    order by a.created_at desc
    limit 1`,
  );

type ApprovalRequest = {
  key: string;
  asked_for: string;
  amount: number;
  action: RefundAction;
  body: ApprovalBody;
  failed_refund_id: string | undefined;
};

/** Undefined if another refund of the order was claimed or requested since the order was read. */
export async function requestApproval(
  ctx: Ctx,
  { invoice_id, refund_seq }: Refundable,
  { key, asked_for, amount, action, body, failed_refund_id }: ApprovalRequest,
): Promise<PendingApproval | undefined> {
  const { user_id } = requireUser(ctx);
  const approval = await maybeOne(
    ctx,
    pendingApproval,
    sql`
    with i as (
      update invoices set refund_seq = refund_seq + 1
      where id = ${invoice_id} and refund_seq = ${refund_seq}
      returning id, org_id, reference_id
    ),
    a as (
      insert into refund_approvals (
        key, asked_for, org_id, order_id, invoice_id, action, request, failed_refund_id, amount, asked_by
      )
      select ${key}, ${asked_for}, i.org_id, i.reference_id, i.id, ${action},
        ${JSON.stringify(body ?? {})}::jsonb, ${failed_refund_id ?? null}, ${amount}, ${user_id}
      from i
      returning *
    ),
    ${auditedApproval(ctx, "askRefund")},
    ${approvalRequestedMails(ctx)}
    select a.id as approval_id, a.asked_for from a`,
  );
  if (approval) ctx.wakeWorkers();
  return approval;
}

export const auditedApproval = (ctx: Ctx, action: AuditAction) =>
  audited(ctx, action, "order", "a", {
    subject_id: sql`a.order_id`,
    as: "audited_approval",
    data: sql`jsonb_strip_nulls(jsonb_build_object(
      'approval_id', a.id, 'amount', a.amount, 'reason', a.request ->> 'reason',
      'reason_text', a.request ->> 'reason_text', 'note', a.note
    ))`,
  });
