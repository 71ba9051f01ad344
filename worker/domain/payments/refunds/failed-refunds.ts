import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { InputOf } from "../../../contract/endpoint.ts";
import { BadRequest, notFound } from "../../../contract/errors.ts";
import type * as contract from "../../../contract/v1/admin/orders.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { newLease } from "../../platform/index.ts";
import { futureDayError, shopDay } from "../../shop-days.ts";
import { many, maybeOne, type RowOf } from "../../sql.ts";
import { type Claim, claimColumns } from "./claim-refund.ts";
import { executeRefund } from "./execute-refund.ts";
import { readRefundable } from "./read-refundable.ts";
import type { PendingApproval } from "./ask-approval.ts";
import { isPendingApproval, executeRefundRequest } from "./refund-order.ts";

const failedRefund = () =>
  z.object({
    id: z.string(),
    amount: z.int(),
    reason: z.nullable(z.custom<NonNullable<InputOf<typeof contract.refundOrder>["body"]["reason"]>>()),
    reason_text: z.nullable(z.string()),
    lines: z.nullable(z.array(z.object({ line_id: z.nullable(z.string()), quantity: z.int() }))),
    /** The retry or settlement of the refund, if there is one. */
    next: z.nullable(z.custom<Claim>()),
  });
type FailedRefund = RowOf<typeof failedRefund>;

/**
 * The failed refund of an order, even if it was handled already, so that a repeated request finds its own claim.
 * @throws BadRequest if several are open, FAILED_REFUND_NOT_FOUND
 */
async function getFailedRefund(ctx: Ctx, orderId: string, id: string | undefined): Promise<FailedRefund> {
  const rows = await many(
    ctx,
    failedRefund,
    sql`
    select l.stripe_object_id as id, l.amount_cents::float as amount, r.reason, r.reason_text,
      (
        select json_agg(json_build_object('line_id', back.line_id, 'quantity', back.quantity) order by back.id)
        from refund_lines back
        where back.refund_id = r.id and r.amount = l.amount_cents
      ) as lines,
      (
        select to_json(claim)
        from (
          select ${claimColumns} from refunds r where r.failed_refund_id = l.stripe_object_id and r.status <> 'canceled'
        ) claim
      ) as next
    from invoices i
      join payment_ledger l on l.invoice_id = i.id and l.kind = 'refund_failed'
      left join refunds r on r.stripe_refund_id = l.stripe_object_id
    where i.reference_type = 'order' and i.reference_id = ${orderId}
      and (${id ?? null}::text is null or l.stripe_object_id = ${id ?? null})
    order by l.created_at desc, l.id desc`,
  );
  const open = rows.filter(({ next }) => next === null);
  if (open.length > 1)
    throw new BadRequest([
      { code: "custom", path: ["failed_refund_id"], message: "Several refunds of this order failed: name one." },
    ]);
  const failed = open[0] ?? rows[0];
  if (!failed) throw notFound("FAILED_REFUND_NOT_FOUND");
  return failed;
}

/** Repeats a failed refund once, with its lines, amount and reason. */
export async function retryRefund(
  ctx: Ctx,
  orderId: string,
  body: InputOf<typeof contract.retryRefund>["body"],
): Promise<PendingApproval | undefined> {
  await readRefundable(ctx, orderId);
  const failure = await getFailedRefund(ctx, orderId, body?.failed_refund_id);
  if (failure.next) {
    if (failure.next.reference !== null) throw notFound("FAILED_REFUND_NOT_FOUND");
    await executeRefund(ctx, await readRefundable(ctx, orderId), failure.next);
    return undefined;
  }
  const { amount, lines, reason, reason_text } = failure;
  const scope = lines ? { lines: lines.map((line) => ({ ...line, line_id: line.line_id ?? "shipping" })) } : { amount };
  const reasonFields = { ...(reason && { reason }), ...(reason_text && { reason_text }) };
  const request = { ...scope, ...reasonFields, key: failure.id };
  const outcome = await executeRefundRequest(ctx, orderId, request, {
    action: "refundOrder",
    failed_refund_id: failure.id,
  });
  return isPendingApproval(outcome) ? outcome : undefined;
}

/**
 * Books a failed refund as paid by other means, once. @throws BadRequest for a future day or if several are open, and
 * FAILED_REFUND_NOT_FOUND if there is none, or if it was retried or paid with another reference meanwhile
 */
export async function settleRefund(
  ctx: Ctx,
  orderId: string,
  { failed_refund_id, reference, paid_on }: InputOf<typeof contract.settleRefund>["body"],
): Promise<void> {
  const { today } = await readRefundable(ctx, orderId);
  if (paid_on !== undefined && paid_on > today) throw futureDayError();
  const failure = await getFailedRefund(ctx, orderId, failed_refund_id);
  const claim = failure.next ?? (await claimSettlement(ctx, orderId, failure, { reference, paid_on: paid_on ?? null }));
  if (claim?.reference !== reference) throw notFound("FAILED_REFUND_NOT_FOUND");
  await executeRefund(ctx, await readRefundable(ctx, orderId), claim);
  ctx.wakeWorkers();
}

/** Returns the claim of a concurrent request if there is one. */
async function claimSettlement(
  ctx: Ctx,
  orderId: string,
  failure: FailedRefund,
  { reference, paid_on }: { reference: string; paid_on: string | null },
): Promise<Claim | undefined> {
  const { user_id, impersonator_id } = requireUser(ctx);
  const claim = () => z.object({ claim: z.custom<Claim>() });
  const row = await maybeOne(
    ctx,
    claim,
    sql`
    with i as (
      update invoices set refund_seq = refund_seq + 1
      where reference_type = 'order' and reference_id = ${orderId}
      returning id, org_id, reference_id
    ),
    added as (
      insert into refunds (
        key, asked_for, org_id, order_id, invoice_id, amount, action, actor_id, impersonator_id, next_at,
        reason, reason_text, failed_refund_id, reference, paid_on
      )
      select
        i.id || '_' || ${failure.id}::text, ${String(failure.amount)}, i.org_id, i.reference_id, i.id,
          ${failure.amount},
        'settleRefund', ${user_id}, ${impersonator_id}, ${newLease}, ${failure.reason}, ${failure.reason_text},
        ${failure.id}, ${reference}, coalesce(${paid_on}::date, ${shopDay(sql`now()`)})
      from i
      on conflict do nothing
      returning *
    ),
    lines as (
      insert into refund_lines (refund_id, line_id, quantity, amount, tax)
      select added.id, back.line_id, back.quantity, back.amount, back.tax
      from added
        join refunds r on r.stripe_refund_id = ${failure.id} and r.amount = added.amount
        join refund_lines back on back.refund_id = r.id
    )
    select to_json(claim) as claim from (select ${claimColumns} from added r) claim`,
  );
  if (row) return row.claim;
  return (await getFailedRefund(ctx, orderId, failure.id)).next ?? undefined;
}
