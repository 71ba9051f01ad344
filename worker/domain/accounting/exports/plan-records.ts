import { type AccountingLine, buildCreditLines, buildInvoiceLines, type SpecialItems } from "./accounting-lines.ts";
import { CannotExportError } from "./cannot-export.ts";
import type { ExportableInvoice } from "./read-exportable.ts";

type RecordType = "salesOrder" | "invoice" | "customerPayment" | "creditMemo" | "customerRefund";
export type PlannedRecord = {
  type: RecordType;
  external_id: string;
  /** US cents that NetSuite must compute; null for a payment or refund, which settles what is open. */
  total: number | null;
  fields: Record<string, unknown> & { tranDate: string };
  lines: AccountingLine[];
  /** US cents of a payment that settles a part of its source; if absent, the payment settles all that is open. */
  applied?: number;
  created_from: { type: RecordType; external_id: string } | undefined;
};

export const listExternalIds = (invoice: ExportableInvoice): string[] => [
  ...(invoice.reference_type === "order" ? [orderExternalId(invoice)] : []),
  invoiceExternalId(invoice),
  paymentExternalId(invoice),
  ...invoice.payments.map(paymentExternalId),
  creditExternalId(invoice),
  ...invoice.refunds.flatMap((refund) => [refundExternalId(refund), repaymentExternalId(refund)]),
];

// External ids (ADR-022).
export const invoiceExternalId = ({ id }: ExportableInvoice): string => `invoice-${id}`;
export const refundExternalId = ({ id }: { id: string }): string => `refund-${id}`;
export const orderExternalId = ({ reference_id }: ExportableInvoice): string => `order-${reference_id}`;
/** Id of the payment of an invoice that is paid at once, or of one ledger entry of an order on account. */
const paymentExternalId = ({ id }: { id: string }): string => `payment-${id}`;
const creditExternalId = ({ id }: ExportableInvoice): string => `credit-${id}`;
export const repaymentExternalId = ({ id }: { id: string }): string => `repayment-${id}`;

type ExportSettings = {
  items: SpecialItems;
  payments: string | null;
  has_tax_override: boolean;
  /** Internal ids of NetSuite's terms by days. */
  terms: ReadonlyMap<number, string>;
};

/**
 * Records of an invoice, in order: an approved sales order if the invoice is for an order, the invoice, a credit memo
 * of the amount no longer owed, the payment, and for each refund a credit memo with a customer refund, so that nothing
 * stays open or unapplied. An order on account has one payment per ledger entry. Refunds of such an order wait until
 * the invoice is paid or closed, because their credit memos would otherwise settle the amount that the customer still
 * owes. Without a payment account, neither payments nor customer refunds are planned. @throws CannotExportError
 */
export function planRecords(
  invoice: ExportableInvoice,
  { items, payments, has_tax_override, terms }: ExportSettings,
): PlannedRecord[] {
  if (invoice.customer_id === null)
    throw new CannotExportError(`The organization "${invoice.org_name}" has no customer in NetSuite yet.`);
  const lines = buildInvoiceLines(invoice, items);
  const tranDate = invoice.day;
  const entity = { id: invoice.customer_id };
  // With SuiteTax, NetSuite must compute no tax of its own, because our tax is a line.
  const taxOverride = has_tax_override ? { taxDetailsOverride: true } : {};
  const fields = {
    tranDate,
    ...taxOverride,
    ...buildTerms(invoice, terms),
    ...optionalField("otherRefNum", invoice.order_number ?? invoice.invoice_no),
    ...optionalField("memo", invoice.po_number && `PO ${invoice.po_number}`),
  };
  const total = invoice.amount;
  const fromOrder = { type: "salesOrder", external_id: orderExternalId(invoice) } as const;
  const fromInvoice = { type: "invoice", external_id: invoiceExternalId(invoice) } as const;
  const isOrder = invoice.reference_type === "order";
  const plannedRecords: PlannedRecord[] = [];
  // B: pending fulfillment. Orders are pending approval otherwise, and cannot be billed
  // (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_159795516182.html).
  if (isOrder) {
    const approved = { ...fields, entity, orderStatus: { id: "B" } };
    plannedRecords.push({ ...fromOrder, total, fields: approved, lines, created_from: undefined });
  }
  plannedRecords.push(
    isOrder
      ? {
          ...fromInvoice,
          total,
          fields: { ...fields, ...optionalField("dueDate", invoice.due_on) },
          lines,
          created_from: fromOrder,
        }
      : { ...fromInvoice, total, fields: { ...fields, entity }, lines, created_from: undefined },
  );
  if (invoice.credited_amount > 0)
    plannedRecords.push({
      type: "creditMemo",
      external_id: creditExternalId(invoice),
      total: invoice.credited_amount,
      fields: { tranDate: invoice.credited_day, ...taxOverride, memo: "Not owed any more" },
      lines: buildCreditLines(invoice, items, { amount: invoice.credited_amount, lines: null }),
      created_from: fromInvoice,
    });
  const account = payments === null ? undefined : { account: { id: payments } };
  const settlementFields = { total: null, lines: [] };
  // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/article_0224093711.html
  if (account && invoice.due_on === null)
    plannedRecords.push({
      ...settlementFields,
      type: "customerPayment",
      external_id: paymentExternalId(invoice),
      fields: { tranDate, ...account },
      created_from: fromInvoice,
    });
  for (const payment of account ? invoice.payments : [])
    plannedRecords.push({
      ...settlementFields,
      type: "customerPayment",
      external_id: paymentExternalId(payment),
      fields: { tranDate: payment.day, ...account, memo: `Payment ${payment.object_id}` },
      applied: payment.amount,
      created_from: fromInvoice,
    });
  if (invoice.is_open) return plannedRecords;
  for (const refund of invoice.refunds.filter(({ has_failed }) => !has_failed)) {
    const memo = { type: "creditMemo", external_id: refundExternalId(refund) } as const;
    plannedRecords.push({
      ...memo,
      total: refund.amount,
      // The refund has a day of its own, because the invoice's period may be closed.
      fields: { tranDate: refund.day, ...taxOverride, memo: `Refund ${refund.id}` },
      lines: buildCreditLines(invoice, items, refund),
      created_from: fromInvoice,
    });
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/article_0830082954.html
    if (account)
      plannedRecords.push({
        ...settlementFields,
        type: "customerRefund",
        external_id: repaymentExternalId(refund),
        fields: { tranDate: refund.day, ...account },
        created_from: memo,
      });
  }
  return plannedRecords;
}

/** @throws CannotExportError */
function buildTerms(
  { due_on, terms_days }: ExportableInvoice,
  terms: ReadonlyMap<number, string>,
): { terms?: { id: string } } {
  if (due_on === null) return {};
  const id = terms_days === null ? undefined : terms.get(terms_days);
  if (id !== undefined) return { terms: { id } };
  const days = terms_days ?? "?";
  throw new CannotExportError(
    `The setting NETSUITE_TERMS names no terms in NetSuite for ${days} days: add ${days}:<internal id>.`,
  );
}

const optionalField = <K extends string>(name: K, value: string | null): { [key in K]?: string } =>
  value ? ({ [name]: value } as { [key in K]?: string }) : {}; // The type of a computed key widens to `string`.
