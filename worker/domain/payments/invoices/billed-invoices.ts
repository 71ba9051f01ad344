import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { billingReasons, ledgerKinds, paymentStatuses } from "../../../../db/enums.ts";
import { invoiceDocumentShape } from "../../../contract/entities/invoice.ts";
import type { ReadCtx } from "../../context.ts";
import { iso, type RowOf, many } from "../../sql.ts";
import { invoiceExpressions } from "./list-invoices.ts";
import { currentOrgId } from "../../current-user.ts";
import { invoiceBillTo } from "./invoice-bill-to.ts";
import { invoiceMovements } from "./invoice-movements.ts";

const movement = () =>
  z.object({
    id: z.string(),
    /** Id of the object at the provider; begins with `own_` if only our ledger has the entry (ADR-064). */
    object_id: z.string(),
    kind: z.enum(ledgerKinds),
    amount: z.int().check(z.gte(0)),
    at: z.string(),
    method: z.nullable(
      z.object({ type: z.enum(["card", "us_bank_account"]), name: z.nullable(z.string()), last4: z.string() }),
    ),
    /** The provider's code for why a refund failed. */
    failure_reason: z.nullable(z.string()),
  });
/** `amount` is in US cents without a sign; `kind` gives the direction. */
export type Movement = RowOf<typeof movement>;

const billedInvoice = () =>
  z.object({
    id: z.string(),
    amount: z.int(),
    credited_amount: z.int(),
    applied_balance: z.int(),
    billing_reason: z.enum(billingReasons),
    payment_status: z.enum(paymentStatuses),
    is_disputed: z.boolean(),
    /** The bank wants the buyer to confirm the payment on the provider's invoice page. */
    needs_action: z.boolean(),
    /** Unpaid, not closed, and its order or subscription is still live. */
    is_open: z.boolean(),
    /** A bank debit is in transit. */
    is_processing: z.boolean(),
    /** Pending refunds, which may still fail; US cents. */
    refunding: z.int(),
    stripe_invoice_no: z.nullable(z.string()),
    stripe_invoice_url: z.nullable(z.string()),
    due_on: z.nullable(z.string()),
    /** 0 if the invoice is not overdue or not open. */
    days_overdue: z.int(),
    po_number: z.nullable(z.string()),
    note: z.nullable(z.string()),
    tracking_number: z.nullable(z.string()),
    tracking_url: z.nullable(z.string()),
    next_attempt_at: z.nullable(z.string()),
    period_start: z.nullable(z.string()),
    created_at: z.string(),
    bill_to: invoiceDocumentShape.bill_to,
    movements: z.array(movement()),
  });
export type BilledInvoice = RowOf<typeof billedInvoice>;

/** Ten years of monthly invoices. */
const invoicesMax = 120;

type InvoiceReference = { type: "order" | "subscription"; id: string };

export const listBilledInvoices = (ctx: ReadCtx, reference: InvoiceReference): Promise<BilledInvoice[]> =>
  readInvoices(ctx, reference, sql`i.org_id = ${currentOrgId(ctx)}`);

export const listAdminBilledInvoices = (ctx: ReadCtx, reference: InvoiceReference): Promise<BilledInvoice[]> =>
  readInvoices(ctx, reference, sql`true`);

async function readInvoices(ctx: ReadCtx, reference: InvoiceReference, mayRead: SQL): Promise<BilledInvoice[]> {
  const rows = await many(
    ctx,
    () => z.object({ billed: billedInvoice() }),
    sql`
    select to_json(item) as billed from (
      select
        i.id, i.amount, i.credited_amount, i.applied_balance, i.billing_reason, i.payment_status, i.is_disputed,
        i.stripe_invoice_no, i.stripe_invoice_url, i.due_on::text as due_on, i.po_number, i.note, i.tracking_number,
        i.tracking_url,
        i.needs_action_at is not null as needs_action,
        ${invoiceExpressions.days_overdue} as days_overdue,
        ${invoiceExpressions.is_open} as is_open, ${invoiceExpressions.is_processing} as is_processing,
        (
          select coalesce(sum(refund.amount), 0)
          from jsonb_to_recordset(i.refunds) as refund(amount bigint, is_pending boolean)
          where refund.is_pending
        ) as refunding,
        ${iso("i.next_attempt_at")} as next_attempt_at,
        case when i.period_start > 'epoch' then ${iso("i.period_start")} end as period_start,
        ${iso("i.created_at")} as created_at,
        ${invoiceBillTo} as bill_to,
        ${invoiceMovements} as movements
      from invoices i
      where i.reference_type = ${reference.type}
        and i.reference_id = ${reference.id}
        and ${mayRead}
      order by i.created_at desc, i.id desc limit ${invoicesMax}
    ) item order by item.created_at desc, item.id desc`,
  );
  return rows.map(({ billed }) => billed);
}
