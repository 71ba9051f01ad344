import { sql } from "drizzle-orm";
import { declineText } from "../../../../contract/buying/decline-text.ts";
import type { InputOf } from "../../../../contract/endpoint.ts";
import { BadRequest, chargeDeclined, Failure, unprocessable } from "../../../../contract/errors.ts";
import type * as contract from "../../../../contract/v1/admin/invoices.ts";
import { GatewayError } from "../../../../gateways/gateway-error.ts";
import type { Ctx } from "../../../context.ts";
import { futureDayError, shopDay } from "../../../shop-days.ts";
import { exists } from "../../../sql.ts";
import { type ActionRequest, claimAction, type InvoiceAction } from "./claim-action.ts";
import { executeAction } from "./execute-action.ts";

export const chargeInvoice = async (
  ctx: Ctx,
  id: string,
  body: InputOf<typeof contract.chargeInvoice>["body"],
): Promise<void> => runAction(ctx, id, { kind: "charge", key: body?.key ?? crypto.randomUUID() });

/** Books a payment by wire or cheque. A repeated call with the same reference and day changes nothing. */
export const markInvoicePaid = async (
  ctx: Ctx,
  id: string,
  { reference, paid_on }: InputOf<typeof contract.markInvoicePaid>["body"],
): Promise<void> => runAction(ctx, id, { kind: "paid", reference, paid_on });

/** Voids an invoice that was never owed; unshipped items of its order are canceled. */
export const voidInvoice = (ctx: Ctx, id: string): Promise<void> => runAction(ctx, id, { kind: "void" });

/** Writes off an invoice that is owed but not expected to be paid; unshipped items of its order are canceled. */
export const writeOffInvoice = (ctx: Ctx, id: string): Promise<void> => runAction(ctx, id, { kind: "write_off" });

async function runAction(ctx: Ctx, id: string, request: ActionRequest): Promise<void> {
  const claim = await claimAction(ctx, id, request);
  requireSameRequest(claim, request);
  const result = await executeAction(ctx, claim);
  ctx.wakeWorkers();
  if (result.status === "done") return;
  if (result.status === "asked")
    throw new GatewayError("payments", `${request.kind} has no effect yet`, { retryable: true });
  if (request.kind === "charge") throw chargeDeclined(declineText(result.refusal ?? ""));
  // the provider refused because the invoice changed concurrently; the next claim sees the change in our tables
  throw unprocessable("INVOICE_CHANGED");
}

/**
 * A request with another reference or day is another payment, which a paid invoice, or one with an open action, cannot
 * take.
 */
function requireSameRequest(claim: InvoiceAction, { kind, reference, paid_on }: ActionRequest): void {
  if (kind !== "paid" || (claim.reference === reference && claim.paid_on === paid_on)) return;
  throw unprocessable(claim.status === "done" ? "INVOICE_ALREADY_PAID" : "INVOICE_PAYMENT_UNDER_WAY");
}

type Result = { invoice_id: string; outcome: "done" | "pending" | "refused"; message: string | null };

/** Parallel provider calls; a Cloudflare Worker opens at most six connections at once. */
const lanesMax = 4;

/**
 * Marks each invoice separately, so that a refused one does not stop the others. @throws BadRequest for a future day
 */
export async function markInvoicesPaid(
  ctx: Ctx,
  { invoice_ids, ...payment }: InputOf<typeof contract.markInvoicesPaid>["body"],
): Promise<{ results: Result[] }> {
  if (await exists(ctx, sql`select 1 where ${payment.paid_on}::date > ${shopDay(sql`now()`)}`)) throw futureDayError();
  const ids = [...new Set(invoice_ids)];
  const results = new Map<string, Result>();
  const queue = ids.values();
  const runLane = async () => {
    for (const invoice_id of queue) results.set(invoice_id, await tryToMarkPaid(ctx, invoice_id, payment));
  };
  await Promise.all(Array.from({ length: lanesMax }, runLane));
  return { results: ids.flatMap((id) => results.get(id) ?? []) };
}

async function tryToMarkPaid(
  ctx: Ctx,
  invoice_id: string,
  payment: { reference: string; paid_on: string },
): Promise<Result> {
  try {
    await markInvoicePaid(ctx, invoice_id, payment);
    return { invoice_id, outcome: "done", message: null };
  } catch (error) {
    if (error instanceof Failure || error instanceof BadRequest)
      return { invoice_id, outcome: "refused", message: error.message };
    if (error instanceof GatewayError)
      return { invoice_id, outcome: "pending", message: "The payment provider has not answered yet." };
    throw error;
  }
}
