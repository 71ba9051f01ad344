import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { chargeDeclinedMessage, declineText } from "../../../../contract/buying/decline-text.ts";
import type { InputOf, ReplyOf } from "../../../../contract/endpoint.ts";
import { Failure, notFound } from "../../../../contract/errors.ts";
import type * as contract from "../../../../contract/v1/client/invoices.ts";
import { GatewayError } from "../../../../gateways/gateway-error.ts";
import { type Ctx, requireUser } from "../../../context.ts";
import { many, one, uuids } from "../../../sql.ts";
import { fetchChargeableMethod } from "../../billing/payment-methods.ts";
import { claimAction } from "./claim-action.ts";
import { executeAction } from "./execute-action.ts";

export type PaidResult = ReplyOf<typeof contract.payInvoices>["results"][number];
type Payment = { payment_method_id: string; key: string };

/**
 * Charges the invoices one after the other. Each charge is claimed before the provider is called, so that repeated and
 * concurrent requests charge once. @throws INVOICE_NOT_FOUND for an invoice of another organization, and the errors of
 * `fetchChargeableMethod`, before anything is charged
 */
export async function payInvoices(
  ctx: Ctx,
  { invoice_ids, stripe_payment_method_id, key = crypto.randomUUID() }: InputOf<typeof contract.payInvoices>["body"],
): Promise<{ results: PaidResult[] }> {
  const ids = [...new Set(invoice_ids)];
  await requireOwnInvoices(ctx, ids);
  const { id: payment_method_id } = await fetchChargeableMethod(ctx, stripe_payment_method_id);
  const results: PaidResult[] = [];
  for (const id of ids) results.push(await payInvoice(ctx, id, { payment_method_id, key }));
  ctx.wakeWorkers();
  return { results };
}

async function requireOwnInvoices(ctx: Ctx, ids: string[]): Promise<void> {
  const ownInvoices = await many(
    ctx,
    () => z.object({ id: z.string() }),
    sql`select id from invoices where id = any(${uuids(ids)}) and org_id = ${requireUser(ctx).org_id}`,
  );
  const missingId = ids.find((id) => !ownInvoices.some((each) => each.id === id));
  if (missingId !== undefined) throw notFound("INVOICE_NOT_FOUND").about(missingId);
}

async function payInvoice(ctx: Ctx, invoice_id: string, { payment_method_id, key }: Payment): Promise<PaidResult> {
  const { org_id } = requireUser(ctx);
  const result = { invoice_id, message: null, action_url: null };
  try {
    const claim = await claimAction(ctx, invoice_id, { kind: "charge", key, own: { org_id, payment_method_id } });
    const { status, refusal } = await executeAction(ctx, claim);
    const { is_processing, needs_action, url } = await readInvoiceState(ctx, invoice_id);
    if (status === "done") return { ...result, outcome: is_processing ? "processing" : "paid" };
    if (status === "asked") return { ...result, outcome: "pending", message: unansweredMessage };
    if (needs_action && url !== null) return { ...result, outcome: "action", message: confirmMessage, action_url: url };
    return { ...result, outcome: "declined", message: declineMessage(refusal ?? "") };
  } catch (error) {
    if (error instanceof Failure) return { ...result, outcome: "refused", message: error.message };
    if (error instanceof GatewayError) return { ...result, outcome: "pending", message: unansweredMessage };
    throw error;
  }
}

const unansweredMessage = "The payment provider has not answered yet. It is asked again, and nothing is charged twice.";
const confirmMessage = "Your bank asks you to confirm this payment.";

/**
 * Messages for buyers by decline code, where `declineText` speaks to administrators or names a suspicion; buyers see
 * `declineText` for all other codes.
 */
const buyerMessages: Record<string, string> = {
  authentication_required: "Your bank asks you to confirm the payment. Pay it on our payment provider’s page.",
  authentication_not_handled: "The payment was not confirmed at your bank.",
  resource_missing: "This order is paid on our payment provider’s page.",
  fraudulent: chargeDeclinedMessage,
  highest_risk_level: chargeDeclinedMessage,
  lost_card: chargeDeclinedMessage,
  stolen_card: chargeDeclinedMessage,
};
const declineMessage = (code: string): string => buyerMessages[code] ?? declineText(code);

const readInvoiceState = (ctx: Ctx, id: string) =>
  one(
    ctx,
    () => z.object({ is_processing: z.boolean(), needs_action: z.boolean(), url: z.nullable(z.string()) }),
    sql`
    select is_processing, needs_action_at is not null as needs_action, stripe_invoice_url as url
    from invoices where id = ${id}`,
    () => notFound("INVOICE_NOT_FOUND"),
  );
