import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { refundActions, refundApprovalStates } from "../../../../db/enums.ts";
import { BadRequest, Failure, notFound, unprocessable } from "../../../contract/errors.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/refund-approvals.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { maybeOne, one } from "../../sql.ts";
import { approvalEndedMails } from "./approval-mails.ts";
import { auditedApproval } from "./ask-approval.ts";
import { cancelOrder } from "./cancel-order.ts";
import { isOpenApproval } from "./open-approvals.ts";
import { type Approval, executeRefundRequest } from "./refund-order.ts";

const approval = () =>
  z.object({
    id: z.string(),
    order_id: z.string(),
    action: z.enum(refundActions),
    request: z.custom<Approval["request"]>(),
    failed_refund_id: z.nullable(z.string()),
    amount: z.number(),
    state: z.enum(refundApprovalStates),
    asked_by: z.string(),
    decided_by: z.nullable(z.string()),
    is_open: z.boolean(),
  });

async function requireApproval(ctx: Ctx, id: string) {
  const approvalRow = await one(
    ctx,
    approval,
    sql`
    select a.id, a.order_id, a.action, a.request, a.failed_refund_id, a.amount::float as amount, a.state, a.asked_by,
      a.decided_by, ${isOpenApproval} as is_open
    from refund_approvals a
    where a.id = ${id}`,
    () => notFound("REFUND_APPROVAL_NOT_FOUND"),
  );
  if (approvalRow.asked_by === requireUser(ctx).user_id) throw unprocessable("REFUND_APPROVAL_OWN");
  return approvalRow;
}

/**
 * Executes the requested refund. The statement that claims the refund also approves the request, so that two people or
 * two clicks refund once. A repeated approval by the same user continues an interrupted refund. A refund that has
 * become impossible ends the approval as failed. @throws REFUND_APPROVAL_NOT_FOUND, REFUND_APPROVAL_OWN for a request
 * of the user, REFUND_APPROVAL_ENDED, and the errors of `refundOrder` and `cancelOrder`
 */
export async function approveRefund(ctx: Ctx, id: string): Promise<{ order_id: string }> {
  const { user_id } = requireUser(ctx);
  const { order_id, action, request, failed_refund_id, amount, is_open, ...found } = await requireApproval(ctx, id);
  const isRepeated = found.state === "approved" && found.decided_by === user_id;
  if (!is_open && !isRepeated) throw unprocessable("REFUND_APPROVAL_ENDED");
  const approved: Approval = { id, request, amount };
  try {
    if (action === "refundOrder" || action === "noteRefund")
      await executeRefundRequest(ctx, order_id, request, {
        action,
        approved,
        failed_refund_id: failed_refund_id ?? undefined,
      });
    else await cancelOrder(ctx, order_id, request, approved);
  } catch (error) {
    // an approver without a fresh sign-in signs in and approves again
    const isFinal =
      error instanceof BadRequest ||
      (error instanceof Failure && error.status < 500 && error.errcode !== "FRESH_SIGN_IN_REQUIRED");
    if (isFinal) {
      await endApproval(ctx, id, "failed", error instanceof BadRequest ? error.issues[0]?.message : error.message);
      if ((await requireApproval(ctx, id)).state === "rejected") throw unprocessable("REFUND_APPROVAL_ENDED");
    }
    throw error;
  }
  // A cancellation of items that were refunded meanwhile claims no refund, so no claim has ended the approval.
  await endApproval(ctx, id, "approved");
  return { order_id };
}

export async function rejectRefund(
  ctx: Ctx,
  id: string,
  body: InputOf<typeof contract.rejectRefund>["body"],
): Promise<{ order_id: string }> {
  const { order_id } = await requireApproval(ctx, id);
  if (!(await endApproval(ctx, id, "rejected", body?.note))) throw unprocessable("REFUND_APPROVAL_ENDED");
  return { order_id };
}

const auditActions = { approved: "approveRefund", failed: "failRefundApproval", rejected: "rejectRefund" } as const;

async function endApproval(ctx: Ctx, id: string, state: keyof typeof auditActions, note?: string): Promise<boolean> {
  const row = await maybeOne(
    ctx,
    () => z.object({ id: z.string() }),
    sql`
    with a as (
      update refund_approvals a
      set state = ${state}, decided_by = ${requireUser(ctx).user_id}, decided_at = now(), note = ${note || null}
      where a.id = ${id}
        and (${isOpenApproval} or ${state === "failed"} and a.state = 'approved' and not exists (
          select 1 from refunds r where r.key = a.invoice_id || '_' || a.id
        ))
      returning *
    ),
    ${auditedApproval(ctx, auditActions[state])},
    ${approvalEndedMails(ctx)}
    select a.id from a`,
  );
  ctx.wakeWorkers();
  return row !== undefined;
}
