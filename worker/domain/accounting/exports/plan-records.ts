import { type AccountingLine, creditLines, invoiceLines, type SpecialItems } from "./accounting-lines.ts";
import { CannotExport } from "./cannot-export.ts";
import type { Exportable } from "./read-exportable.ts";

type RecordType = "salesOrder" | "invoice" | "customerPayment" | "creditMemo" | "customerRefund";
export type PlannedRecord = {
  type: RecordType;
  external_id: string;
  /** US cents that NetSuite must compute; null for a payment or refund, which settles what is open. */
  total: number | null;
  fields: Record<string, unknown> & { tranDate: string };
  lines: AccountingLine[];
  /** US cents of a payment that settles a part of its source; without it, a payment settles all that is open. */
  applied?: number;
  created_from: { type: RecordType; external_id: string } | undefined;
};

export const externalIds = (invoice: Exportable): string[] => [
  ...(invoice.reference_type === "order" ? [orderIdOf(invoice)] : []),
  invoiceIdOf(invoice),
  paymentIdOf(invoice),
  ...invoice.payments.map(paymentIdOf),
  creditIdOf(invoice),
  ...invoice.refunds.flatMap((refund) => [refundIdOf(refund), repaymentIdOf(refund)]),
];

// External ids (ADR-022).
export const invoiceIdOf = ({ id }: Exportable): string => `invoice-${id}`;
export const refundIdOf = ({ id }: { id: string }): string => `refund-${id}`;
export const orderIdOf = ({ reference_id }: Exportable): string => `order-${reference_id}`;
/** Id of the payment of an invoice that is paid at once, or of one ledger entry of an order on account. */
const paymentIdOf = ({ id }: { id: string }): string => `payment-${id}`;
const creditIdOf = ({ id }: Exportable): string => `credit-${id}`;
const repaymentIdOf = ({ id }: { id: string }): string => `repayment-${id}`;

type Accounts = {
  items: SpecialItems;
  payments: string | null;
  has_tax_override: boolean;
  /** Internal ids of NetSuite's terms by days. */
  terms: ReadonlyMap<number, string>;
};

/**
 * The records of an invoice, in order: for an order an approved sales order, the invoice, a credit memo of the amount
 * that is not owed any more, its payment, and for each refund a credit memo with a customer refund, so that nothing
 * stays open or unapplied. An order on account has one payment per ledger entry. Its refunds wait until the invoice is
 * paid or closed, because their credit memos would otherwise settle what the customer still owes. Without a payment
 * account, neither payments nor customer refunds are planned. @throws CannotExport
 */
export function planRecords(
  invoice: Exportable,
  { items, payments, has_tax_override, terms }: Accounts,
): PlannedRecord[] {
  if (invoice.customer_id === null)
    throw new CannotExport(`The organization "${invoice.org_name}" has no customer in NetSuite yet.`);
  const lines = invoiceLines(invoice, items);
  const tranDate = invoice.day;
  const entity = { id: invoice.customer_id };
  // With SuiteTax: our tax is a line, and NetSuite computes none.
  const untaxed = has_tax_override ? { taxDetailsOverride: true } : {};
  const fields = {
    tranDate,
    ...untaxed,
    ...termsOf(invoice, terms),
    ...optional("otherRefNum", invoice.order_number ?? invoice.invoice_no),
    ...optional("memo", invoice.po_number && `PO ${invoice.po_number}`),
  };
  const total = invoice.amount;
  const fromOrder = { type: "salesOrder", external_id: orderIdOf(invoice) } as const;
  const fromInvoice = { type: "invoice", external_id: invoiceIdOf(invoice) } as const;
  const isOrder = invoice.reference_type === "order";
  const planned: PlannedRecord[] = [];
  // B: pending fulfillment. Orders are pending approval otherwise, and cannot be billed
  // (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_159795516182.html).
  if (isOrder) {
    const approved = { ...fields, entity, orderStatus: { id: "B" } };
    planned.push({ ...fromOrder, total, fields: approved, lines, created_from: undefined });
  }
  planned.push(
    isOrder
      ? {
          ...fromInvoice,
          total,
          fields: { ...fields, ...optional("dueDate", invoice.due_on) },
          lines,
          created_from: fromOrder,
        }
      : { ...fromInvoice, total, fields: { ...fields, entity }, lines, created_from: undefined },
  );
  if (invoice.credited_amount > 0)
    planned.push({
      type: "creditMemo",
      external_id: creditIdOf(invoice),
      total: invoice.credited_amount,
      fields: { tranDate: invoice.credited_day ?? tranDate, ...untaxed, memo: "Not owed any more" },
      lines: creditLines(invoice, items, { amount: invoice.credited_amount, lines: null }),
      created_from: fromInvoice,
    });
  const account = payments === null ? undefined : { account: { id: payments } };
  const settling = { total: null, lines: [] };
  // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/article_0224093711.html
  if (account && invoice.due_on === null)
    planned.push({
      ...settling,
      type: "customerPayment",
      external_id: paymentIdOf(invoice),
      fields: { tranDate, ...account },
      created_from: fromInvoice,
    });
  for (const payment of account ? invoice.payments : [])
    planned.push({
      ...settling,
      type: "customerPayment",
      external_id: paymentIdOf(payment),
      fields: { tranDate: payment.day, ...account, memo: `Payment ${payment.object_id}` },
      applied: payment.amount,
      created_from: fromInvoice,
    });
  if (invoice.is_open) return planned;
  for (const refund of invoice.refunds.filter(({ has_failed }) => !has_failed)) {
    const memo = { type: "creditMemo", external_id: refundIdOf(refund) } as const;
    planned.push({
      ...memo,
      total: refund.amount,
      fields: { tranDate, ...untaxed, memo: `Refund ${refund.id}` },
      lines: creditLines(invoice, items, refund),
      created_from: fromInvoice,
    });
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/article_0830082954.html
    if (account)
      planned.push({
        ...settling,
        type: "customerRefund",
        external_id: repaymentIdOf(refund),
        fields: { tranDate, ...account },
        created_from: memo,
      });
  }
  return planned;
}

/** @throws CannotExport */
function termsOf({ due_on, terms_days }: Exportable, terms: ReadonlyMap<number, string>): { terms?: { id: string } } {
  if (due_on === null) return {};
  const id = terms_days === null ? undefined : terms.get(terms_days);
  if (id !== undefined) return { terms: { id } };
  const days = terms_days ?? "?";
  throw new CannotExport(
    `The setting NETSUITE_TERMS names no terms in NetSuite for ${days} days: add ${days}:<internal id>.`,
  );
}

const optional = <K extends string>(name: K, value: string | null): { [key in K]?: string } =>
  value ? ({ [name]: value } as { [key in K]?: string }) : {}; // Exactly one key.
