import { sql } from "drizzle-orm";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/orders.ts";
import { BadRequest, Failure, unprocessable } from "../../../contract/errors.ts";
import { hasShippedPieces, isDelivered, lockOrder, statusWhenSettled } from "../../fulfilment/index.ts";
import { audited, beforeAndAfter, diffRows } from "../../platform/index.ts";
import type { Ctx } from "../../context.ts";
import { claimAction, type InvoiceAction } from "../invoices/actions/claim-action.ts";
import { endAction } from "../invoices/actions/execute-action.ts";
import { nextSequence } from "../invoices/record-payment.ts";
import { cancellationNotifications } from "../invoices/cancellation-notifications.ts";
import { recordInvoice } from "../record-invoice.ts";
import { refreshPayment } from "../refresh-payment.ts";
import { hasShipped, readRefundable, type Refundable } from "./read-refundable.ts";
import { type Claim, claimRefund, findClaim, listUnanswered } from "./claim-refund.ts";
import { executeRefund } from "./execute-refund.ts";
import type { PendingApproval } from "./ask-approval.ts";
import { fetchUnbookedCredit } from "./unbooked-credit.ts";
import {
  type Approval,
  isPendingApproval,
  keyReusedError,
  executeRefundRequest,
  requireOwed,
  toRequestFingerprint,
  triesMax,
} from "./refund-order.ts";

type Cancellation = NonNullable<InputOf<typeof contract.cancelOrder>["body"]>;

/**
 * Cancels an order that has not shipped and refunds its payments, or cancels and refunds only `lines`. Nothing changes
 * until a refund that needs a second person is approved. @throws ORDER_ALREADY_PAID after shipping; LINE_NOT_OWED;
 * PAYMENT_FAILED, also during the order's checkout; BadRequest for lines of an unpaid order or a reused key; the errors
 * of `refundOrder`
 */
export async function cancelOrder(
  ctx: Ctx,
  orderId: string,
  { lines, key }: Cancellation = {},
  approved?: Approval,
): Promise<PendingApproval | undefined> {
  const order = await readRefundable(ctx, orderId);
  const ownKey = approved?.id ?? key;
  const earlierClaim = ownKey === undefined ? undefined : await findClaim(ctx, `${order.invoice_id}_${ownKey}`);
  // a repeated request is handled like the first one, because its lines may by now be all that is left of the order
  if (lines && (earlierClaim ? earlierClaim.action === "cancelLines" : !coversWholeOrder(order, lines)))
    return cancelLines(ctx, orderId, order, { lines, key, approved });
  return cancelEntireOrder(ctx, orderId, order, {
    body: { lines, key },
    approved,
    is_claimed: earlierClaim !== undefined,
  });
}

export const isFullyOwed = (order: Refundable): boolean =>
  !hasShipped(order) &&
  order.parts.every(
    ({ line_id, owed, quantity, refunded }) => line_id === null || owed === quantity - refunded.quantity,
  );

const coversWholeOrder = (order: Refundable, lines: NonNullable<Cancellation["lines"]>): boolean =>
  isFullyOwed(order) &&
  order.parts.every(
    ({ line_id, owed }) => line_id === null || owed === (lines.find((line) => line.line_id === line_id)?.quantity ?? 0),
  );

async function cancelLines(
  ctx: Ctx,
  orderId: string,
  order: Refundable,
  {
    lines,
    key,
    approved,
  }: Required<Pick<Cancellation, "lines">> & Pick<Cancellation, "key"> & { approved: Approval | undefined },
): Promise<PendingApproval | undefined> {
  const isFree = (line: { line_id: string }) =>
    order.parts.some(({ line_id, price, tax }) => line_id === line.line_id && price + tax === 0);
  const [freeLines, paidLines] = [lines.filter(isFree), lines.filter((line) => !isFree(line))];
  if (paidLines.length > 0) {
    if (order.left_now <= 0 && order.charge === null)
      throw new BadRequest([
        { code: "custom", path: ["lines"], message: "The order is not paid yet. Cancel it whole, and place it again." },
      ]);
    const body = { lines, key };
    const outcome = await executeRefundRequest(
      ctx,
      orderId,
      { lines: paidLines, key },
      { action: "cancelLines", approved, body },
    );
    if (isPendingApproval(outcome)) return outcome;
  }
  if (freeLines.length === 0) return undefined;
  const ownKey = `${order.invoice_id}_${approved?.id ?? key ?? crypto.randomUUID()}`;
  await cancelFreeLines(ctx, orderId, { lines: freeLines, key: paidLines.length > 0 ? `${ownKey}_free` : ownKey });
  return undefined;
}

type FreeLines = { lines: NonNullable<Cancellation["lines"]>; key: string };

/**
 * Cancels free lines with a refund of $0, so that a repeated key cancels nothing more. @throws LINE_NOT_OWED,
 * BadRequest for a reused key
 */
async function cancelFreeLines(ctx: Ctx, orderId: string, { lines, key }: FreeLines): Promise<void> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const order = await readRefundable(ctx, orderId);
    const asked_for = toRequestFingerprint(order, "cancelLines", { lines });
    const claim = (await findClaim(ctx, key)) ?? (await claimFreeLines(ctx, order, { lines, key, asked_for }));
    if (!claim) continue;
    if (claim.asked_for !== asked_for) throw keyReusedError();
    await ctx.db.batch([
      lockOrder(orderId),
      sql`
      update orders set status = coalesce(${statusWhenSettled}, orders.status), updated_at = now()
      where id = ${orderId} and (status = 'processing' or status = 'shipped' and ${isDelivered})`,
    ]);
    return;
  }
  throw unprocessable("PAYMENT_FAILED");
}

function claimFreeLines(
  ctx: Ctx,
  order: Refundable,
  { lines, ...claim }: FreeLines & { asked_for: string },
): Promise<Claim | undefined> {
  requireOwed(order, lines);
  const shares = lines.map(({ line_id, quantity }) => ({ line_id, quantity, amount: 0, tax: 0 }));
  return claimRefund(ctx, order, { ...claim, amount: 0, balance_amount: 0, shares }, "cancelLines");
}

async function cancelEntireOrder(
  ctx: Ctx,
  orderId: string,
  order: Refundable,
  { is_claimed, ...refunding }: { body: Cancellation; approved: Approval | undefined; is_claimed: boolean },
): Promise<PendingApproval | undefined> {
  if (order.status === "canceled") return undefined;
  if (hasShipped(order)) throw unprocessable("ORDER_ALREADY_PAID");
  // The provider may still refuse a claimed refund, whose money would stay here once the order is canceled.
  const unanswered = await listUnanswered(ctx, order.invoice_id);
  for (const claim of unanswered) await executeRefund(ctx, order, claim);
  let closing: InvoiceAction | undefined;
  if (order.left_cents > 0 || is_claimed || (await fetchUnbookedCredit(ctx, order)) > 0) {
    const { key } = refunding.body;
    const outcome = await executeRefundRequest(ctx, orderId, { key }, { action: "cancelOrder", ...refunding });
    if (isPendingApproval(outcome)) return outcome;
  } else if (unanswered.length === 0 && order.payment_status !== "paid") {
    if (order.is_being_bought) throw unprocessable("PAYMENT_FAILED");
    if (order.is_on_account) closing = await closeAccount(ctx, orderId, order);
    else await closePayment(ctx, orderId, order);
  }
  const [, canceled] = await ctx.db.batch([
    lockOrder(orderId),
    sql`
    with o as (
      update orders set status = 'canceled', updated_at = now()
      where id = ${orderId} and status in ('new', 'processing') and not ${hasShippedPieces}
      returning id, org_id, ${beforeAndAfter}
    ),
    for_accounting as (
      update invoices i set is_net_suite_sync_needed = true
      from o
      where i.reference_type = 'order' and i.reference_id = o.id
        and i.due_on is not null and i.stripe_invoice_id is not null
    ),
    closed as (
      update invoice_actions set status = 'done', updated_at = now()
      where id = ${closing?.id ?? null} and status = 'asked'
    ), ${cancellationNotifications(ctx, sql`select id from o`)},
    ${audited(ctx, "cancelOrder", "order", "o", { changes: diffRows() })}
    select 1 from o`,
  ]);
  ctx.wakeWorkers();
  if (canceled?.rows.length === 0 && hasShipped(await readRefundable(ctx, orderId)))
    throw unprocessable("ORDER_ALREADY_PAID");
  return undefined;
}

async function closePayment(ctx: Ctx, orderId: string, order: Refundable): Promise<void> {
  const { charge, stripe_invoice_id, session_id } = order;
  if (charge) return;
  if (stripe_invoice_id) await closeInvoice(ctx, orderId, order);
  else if (session_id) await closeSession(ctx, order, session_id);
}

/**
 * Closes the invoice of an order on account under a claim: until the claim ends, nothing of the order ships, which
 * nobody would be billed for. If the answer is lost, the retry job continues a void (ADR-064). It ends the claim of a
 * credit, which cancels the order if the provider made it. @throws ORDER_ALREADY_PAID if a part has just shipped,
 * PAYMENT_FAILED if the invoice has just been paid or another action of it is open
 */
async function closeAccount(ctx: Ctx, orderId: string, order: Refundable): Promise<InvoiceAction> {
  const request = { kind: "void", is_cancellation: true } as const;
  const claim = await claimAction(ctx, order.invoice_id, request).catch(refuseCancellation);
  try {
    await closeInvoice(ctx, orderId, order);
  } catch (error) {
    if (error instanceof Failure) await endAction(ctx, claim, "refused");
    throw error;
  }
  return claim;
}

function refuseCancellation(error: unknown): never {
  throw error instanceof Failure && error.errcode !== "ORDER_ALREADY_PAID" ? unprocessable("PAYMENT_FAILED") : error;
}

/**
 * Voids the invoice of a canceled order, or credits the rest if a part was paid and refunded. @throws PAYMENT_FAILED if
 * the invoice has just been paid
 */
async function closeInvoice(
  ctx: Ctx,
  orderId: string,
  { charge, invoice_id, stripe_invoice_id }: Refundable,
): Promise<void> {
  if (!stripe_invoice_id) return;
  const { payments } = ctx.gateways;
  const seq = await nextSequence(ctx);
  const isClosed = await (charge
    ? payments.creditRest({ key: `cancel_${invoice_id}`, invoice: stripe_invoice_id })
    : payments.voidInvoice(stripe_invoice_id));
  const invoice = isClosed && !charge ? undefined : await payments.getInvoice(stripe_invoice_id);
  if (invoice) await recordInvoice(ctx, invoice_id, seq, invoice);
  if (!isClosed || (charge && (await readRefundable(ctx, orderId)).left_now > 0)) throw unprocessable("PAYMENT_FAILED");
}

/**
 * Expires the page of a payment link. @throws PAYMENT_FAILED if the order has just been paid or a bank debit is in
 * transit
 */
async function closeSession(ctx: Ctx, order: Refundable, sessionId: string): Promise<void> {
  if (await ctx.gateways.payments.expireSession(sessionId)) return;
  await refreshPayment(ctx, order.invoice_id);
  throw unprocessable("PAYMENT_FAILED");
}
