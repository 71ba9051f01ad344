import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { RefundAction } from "../../../../db/enums.ts";
import type { InputOf } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/v1/admin/orders.ts";
import { BadRequest, forbidden, unprocessable } from "../../../contract/errors.ts";
import { can } from "../../../contract/people/permissions.ts";
import { refundMuchAbove } from "../../../contract/people/protected-acts.ts";
import { type Ctx, requireUser } from "../../context.ts";
import { futureDayError } from "../../shop-days.ts";
import { requireFreshSignIn } from "../../identity/index.ts";
import { one as oneRow } from "../../sql.ts";
import { notOwedError } from "../../fulfilment/index.ts";
import { type Claim, claimRefund, findClaim } from "./claim-refund.ts";
import { executeRefund } from "./execute-refund.ts";
import {
  type ApprovalBody,
  type PendingApproval,
  requestApproval,
  findApprovalByKey,
  needsApproval,
} from "./ask-approval.ts";
import { fetchUnbookedCredit } from "./unbooked-credit.ts";
import { hasShipped, outsideCents, readRefundable, type Refundable } from "./read-refundable.ts";
import {
  remainingQuantity,
  remainingShares,
  type RefundShare,
  computeShare,
  sumShares,
} from "../../../contract/buying/refund-shares.ts";

/**
 * A refund request: an amount in US cents, pieces of lines with their tax, or, without either, everything that is left.
 */
export type RefundRequest = InputOf<typeof contract.refundOrder>["body"] &
  Partial<Pick<InputOf<typeof contract.noteRefund>["body"], "reference" | "paid_on">>;
/** Refunds by amount have no shares; a full refund has them only if they sum up exactly. */
type RefundAmounts = { amount: number; shares: RefundShare[] };

const issueError = (path: (string | number)[], message: string, code = "custom") =>
  new BadRequest([{ code, path, message }]);

/**
 * Refunds an order at the provider: completely, by amount, or by lines with their share of the tax. The refund is
 * claimed in our tables before the provider is called, under the claim's key, so concurrent requests can never refund a
 * line twice or more than was paid. Requests without a key are identified by the number of refunds known at arrival:
 * overlapping clicks refund once, consecutive ones twice. Audited when booked (ADR-018). A refund that needs a second
 * person creates an approval request instead (ADR-066).
 */
export const refundOrder = (ctx: Ctx, orderId: string, request: RefundRequest): Promise<Claim | PendingApproval> =>
  executeRefundRequest(ctx, orderId, request, { action: "refundOrder" });

/**
 * Books a refund that was paid by wire or cheque, with a reference and a day. The provider is not called; otherwise
 * like `refundOrder`. @throws BadRequest for a future day
 */
export async function noteRefund(
  ctx: Ctx,
  orderId: string,
  body: InputOf<typeof contract.noteRefund>["body"],
): Promise<Claim | PendingApproval> {
  const outcome = await executeRefundRequest(ctx, orderId, body, { action: "noteRefund" });
  ctx.wakeWorkers();
  return outcome;
}

export const isPendingApproval = (outcome: object): outcome is PendingApproval => "approval_id" in outcome;

/** A refund that a second person approved; `amount` is in US cents. */
export type Approval = { id: string; request: RefundRequest; amount: number };
type RefundContext = {
  action: RefundAction;
  failed_refund_id?: string | undefined;
  approved?: Approval | undefined;
  /** Body of a cancellation, which the approval stores in place of its refund. */
  body?: ApprovalBody;
};

/** Each try fails if a concurrent request claims a refund of the same order. */
export const triesMax = 10;

export async function executeRefundRequest(
  ctx: Ctx,
  orderId: string,
  requestBody: RefundRequest,
  refunding: RefundContext,
): Promise<Claim | PendingApproval> {
  const { action, approved } = refunding;
  const request = approved ? { ...requestBody, key: approved.id } : requestBody;
  // canceling a paid order refunds it, so a cancellation needs the permission, too
  if (!can(requireUser(ctx), approved ? "refunds:act" : "refunds:read")) throw forbidden("USR_NOT_AUTHORIZED");
  for (let tries = 0; tries < triesMax; tries += 1) {
    const order = await readRefundable(ctx, orderId);
    const asked_for = toRequestFingerprint(order, action, request);
    const key = `${order.invoice_id}_${request.key ?? `${order.refunds}_${asked_for}`}`;
    const claim =
      (await findClaim(ctx, key)) ??
      (approved ? undefined : await findApprovalByKey(ctx, key)) ??
      (await claimRequest(ctx, order, { ...refunding, request, key, asked_for }));
    if (!claim) continue;
    if (claim.asked_for !== asked_for) throw keyReusedError();
    if (isPendingApproval(claim)) return claim;
    await executeRefund(ctx, order, claim);
    return claim;
  }
  throw unprocessable("PAYMENT_FAILED");
}

export const keyReusedError = () =>
  issueError(["key"], "This form was already sent with other values. Reload the page.");

export const toRequestFingerprint = (order: Refundable, action: RefundAction, request: RefundRequest): string =>
  `${formatPrefix(action, request)}${canonicalText(order, request)}`;

function formatPrefix(action: RefundAction, { reference, paid_on }: RefundRequest): string {
  if (action === "noteRefund") return `paid back ${paid_on ?? "today"} ${reference ?? ""}: `;
  return action === "cancelLines" ? "cancel " : "";
}

function canonicalText(order: Refundable, { amount, lines, key }: RefundRequest): string {
  if (lines) {
    const sorted = lines.toSorted((one, other) => (one.line_id < other.line_id ? -1 : 1));
    return sorted.map(({ line_id, quantity }) => `${quantity} ${line_id}`).join(", ");
  }
  // Concurrent full refunds share one idempotency key.
  return String(amount ?? (key === undefined ? order.left_cents : "all"));
}

type KeyedRequest = RefundContext & { request: RefundRequest; key: string; asked_for: string };

/**
 * Undefined if the order's refunds or the approval changed since they were read, or if an order to cancel has just
 * shipped. @throws BadRequest, LINE_NOT_OWED, ORDER_ALREADY_PAID, FRESH_SIGN_IN_REQUIRED
 */
async function claimRequest(
  ctx: Ctx,
  order: Refundable,
  { request, key, asked_for, failed_refund_id, action, approved, body = request }: KeyedRequest,
): Promise<Claim | PendingApproval | undefined> {
  if (action === "cancelLines") requireOwed(order, request.lines ?? []);
  if (action === "cancelOrder" && hasShipped(order)) throw unprocessable("ORDER_ALREADY_PAID");
  const isOutside = action === "noteRefund";
  const outsideAmount = outsideCents(order);
  const path = request.lines ? "lines" : "amount";
  if (isOutside && request.paid_on !== undefined && request.paid_on > order.today) throw futureDayError();
  if (isOutside && outsideAmount === 0)
    throw issueError([path], "Nothing of a wire or cheque is left to pay back. Refund what was paid by card instead.");
  const credit = isOutside ? 0 : await fetchUnbookedCredit(ctx, order);
  const isOnlyCreditLeft = action === "cancelOrder" && order.left_cents <= 0 && credit > 0;
  const { amount: bookedAmount, shares } = isOnlyCreditLeft
    ? { amount: 0, shares: [] }
    : toRefundAmounts(isOutside ? { ...order, left_cents: outsideAmount } : order, request);
  if (!isOutside && !order.charge && order.left_cents > order.balance_cents)
    throw issueError(
      [path],
      "This order was not paid through the payment provider. Pay it back where the money came from, and note that as its refund.",
    );
  const leftCents = isOutside ? outsideAmount : Math.min(order.left_cents, order.left_now);
  if (!isOutside && order.charge && bookedAmount <= leftCents && bookedAmount > leftCents - outsideAmount)
    throw issueError(
      [path],
      "A part of this order was not paid through the payment provider. Pay that part back where it came from, and note that as its refund.",
    );
  const of_charge = isOutside
    ? bookedAmount
    : Math.min(bookedAmount, order.left_cents - order.balance_cents - outsideAmount);
  if (bookedAmount > leftCents || (!isOutside && !order.charge && of_charge > 0))
    throw issueError([path], "The amount exceeds what is left of the payment.", "too_big");
  const closesInvoice = action === "cancelOrder" || bookedAmount === order.left_now;
  const amount = bookedAmount + (closesInvoice ? credit : 0);
  if (approved && approved.amount !== amount)
    throw issueError([path], "The order has changed, so this refund is another sum now. Ask for it again.");
  await requireFreshForSum(ctx, order, amount);
  if (!approved && needsApproval(ctx, order, amount))
    return requestApproval(ctx, order, { key, asked_for, amount, action, body, failed_refund_id });
  const { reason, reason_text, reference, paid_on } = request;
  const claimFields = { key, asked_for, amount, balance_amount: amount - of_charge, shares };
  return claimRefund(
    ctx,
    order,
    { ...claimFields, reason, reason_text, reference, paid_on, failed_refund_id, approval_id: approved?.id },
    action,
  );
}

/**
 * More than 1,000 dollars of refunds of an order within 24 hours need a fresh sign-in. @throws FRESH_SIGN_IN_REQUIRED
 */
async function requireFreshForSum(ctx: Ctx, { invoice_id }: Refundable, amount: number): Promise<void> {
  const { cents } = await oneRow(
    ctx,
    () => z.object({ cents: z.number() }),
    sql`
    select coalesce(sum(r.amount), 0)::float as cents from refunds r
    where r.invoice_id = ${invoice_id} and r.created_at > now() - interval '24 hours' and r.status <> 'canceled'`,
    () => new Error("a sum without groups returned no row"),
  );
  if (cents + amount > refundMuchAbove) await requireFreshSignIn(ctx);
}

type RequestLines = NonNullable<RefundRequest["lines"]>;

/** @throws BadRequest for an unknown line, LINE_NOT_OWED */
export function requireOwed(order: Refundable, lines: RequestLines): void {
  for (const [place, { line_id, quantity }] of lines.entries()) {
    const part = order.parts.find((each) => each.line_id === line_id);
    if (!part) throw issueError(["lines", place, "line_id"], "The order has no such line.");
    if (quantity > part.owed) throw notOwedError({ name: part.name ?? "" }, part.owed);
  }
}

/** @throws BadRequest for unknown lines, more pieces than are left, lines that cost nothing, or when nothing is left */
function toRefundAmounts(order: Refundable, { amount, lines }: RefundRequest): RefundAmounts {
  if (lines) {
    const shares = lines.map(({ line_id, quantity }, place) => {
      const part = order.parts.find((each) => (each.line_id ?? "shipping") === line_id);
      if (!part) throw issueError(["lines", place, "line_id"], "The order has no such line.");
      if (quantity > remainingQuantity(part))
        throw issueError(
          ["lines", place, "quantity"],
          tooManyMessage(part.name ?? "Shipping", remainingQuantity(part)),
          "too_big",
        );
      return computeShare(part, quantity);
    });
    if (sumShares(shares) === 0) throw issueError(["lines"], "Nothing was paid for this.");
    return { amount: sumShares(shares), shares };
  }
  if (amount !== undefined) return { amount, shares: [] };
  if (order.left_cents <= 0) throw issueError(["amount"], "The payment has already been refunded in full.");
  const rest = remainingShares(order.parts);
  return { amount: order.left_cents, shares: sumShares(rest) === order.left_cents ? rest : [] };
}

const tooManyMessage = (name: string, left: number): string =>
  left === 0 ? `${name} has already been refunded.` : `Only ${left} of ${name} can still be refunded.`;
