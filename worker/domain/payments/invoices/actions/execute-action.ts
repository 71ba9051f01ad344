import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Ctx } from "../../../context.ts";
import { maybeOne, one, type RowOf } from "../../../sql.ts";
import { refreshPayment } from "../../refresh-payment.ts";
import { localBooking, recordPayment } from "../record-payment.ts";
import { actionColumns, invoiceAction, type InvoiceAction } from "./claim-action.ts";

const actionTarget = () =>
  z.object({
    amount: z.int(),
    stripe_invoice_id: z.nullable(z.string()),
    /** Checkout session of an order by payment link. */
    session_id: z.nullable(z.string()),
  });
type Target = RowOf<typeof actionTarget>;

/**
 * Idempotent: charges and payments have an idempotency key made of the claim's id, and voiding and writing off can be
 * repeated. The returned action is `done`, `refused` if the provider clearly refused it, or still `asked` if it has no
 * visible effect yet. @throws GatewayError while the outcome is unknown; the retry job continues
 */
export async function executeAction(ctx: Ctx, action: InvoiceAction): Promise<InvoiceAction> {
  if (action.status !== "asked") return action;
  const invoice = await one(
    ctx,
    actionTarget,
    sql`
    select i.amount::float as amount, i.stripe_invoice_id,
      case when o.stripe_bill_link is not null then o.stripe_id end as session_id
    from invoices i
      left join orders o on i.reference_type = 'order' and o.id = i.reference_id
    where i.id = ${action.invoice_id}`,
    () => new Error(`invoice ${action.invoice_id} is gone`),
  );
  const refusal = invoice.stripe_invoice_id
    ? await executeAtProvider(ctx, action, invoice.stripe_invoice_id)
    : await executeLocally(ctx, action, invoice);
  await refreshPayment(ctx, action.invoice_id);
  return endAction(ctx, action, refusal);
}

/** The provider's code for a declined charge, "refused" for any other refused action; undefined without a refusal. */
async function executeAtProvider(
  ctx: Ctx,
  { id, kind, payment_method_id }: InvoiceAction,
  invoice: string,
): Promise<string | undefined> {
  const { payments } = ctx.gateways;
  const key = `invoice_${id}`;
  if (kind === "charge")
    return (await payments.chargeInvoice({ key, invoice, payment_method: payment_method_id })).decline ?? undefined;
  const isDone =
    kind === "paid"
      ? await payments.markInvoicePaid({ key, invoice })
      : kind === "void"
        ? await payments.voidInvoice(invoice)
        : await payments.writeOffInvoice(invoice);
  return isDone ? undefined : "refused";
}

/**
 * Records the action in our tables, for an order by payment link, which has no invoice at the provider. The payment
 * page is closed first, so that the order cannot be paid there as well.
 */
async function executeLocally(
  ctx: Ctx,
  action: InvoiceAction,
  { amount, session_id }: Target,
): Promise<string | undefined> {
  const { id, kind, invoice_id } = action;
  if (kind === "charge") return "resource_missing";
  if (session_id && !(await ctx.gateways.payments.expireSession(session_id))) return "refused";
  const entries = [
    { object_id: `own_${id}`, kind: "paid_out_of_band" as const, amount_cents: amount, booked_at: null },
  ];
  await recordPayment(ctx, {
    invoice_id,
    ...localBooking,
    entries: kind === "paid" ? entries : [],
    closed_as: kind === "paid" ? null : kind === "void" ? "void" : "written_off",
  });
  return undefined;
}

/**
 * A refused charge is retained with its reason, for repeated requests with its key; a refused action of another kind is
 * deleted, so that it can be tried again.
 */
export async function endAction(ctx: Ctx, action: InvoiceAction, refusal: string | undefined): Promise<InvoiceAction> {
  if (refusal !== undefined)
    await ctx.db.execute(sql`
      with deleted as (
        delete from invoice_actions a where a.id = ${action.id} and a.status = 'asked' and a.kind <> 'charge'
      )
      update invoice_actions a set status = 'refused', refusal = ${refusal}, updated_at = now()
      where a.id = ${action.id} and a.status = 'asked' and a.kind = 'charge'`);
  const row = await maybeOne(
    ctx,
    invoiceAction,
    sql`select ${actionColumns} from invoice_actions a where a.id = ${action.id}`,
  );
  return row ?? { ...action, status: "refused", refusal: refusal ?? null };
}

/**
 * Ends an action whose idempotency key has expired (https://docs.stripe.com/api/idempotent_requests): its outcome is
 * read from the provider, but the call is not repeated.
 */
export async function closeOldAction(ctx: Ctx, action: InvoiceAction): Promise<void> {
  await refreshPayment(ctx, action.invoice_id);
  await endAction(ctx, action, "refused");
}
