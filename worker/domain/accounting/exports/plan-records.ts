import { type AccountingLine, creditLines, invoiceLines, type SpecialItems } from "./accounting-lines.ts";
import { CannotExport } from "./cannot-export.ts";
import type { Exportable } from "./read-exportable.ts";

type RecordFields = {
  entity: { id: string };
  tranDate: string;
  item: { items: AccountingLine[] };
  otherRefNum?: string;
  memo?: string;
};
/** A record that NetSuite must have: external id, total in US cents, and the record it is created from. */
export type PlannedRecord = {
  type: "salesOrder" | "invoice" | "creditMemo";
  external_id: string;
  total: number;
  fields: RecordFields;
  created_from: string | undefined;
};

/** All external ids that NetSuite may have for an invoice, failed refunds included. */
export const externalIds = (invoice: Exportable): string[] => [
  ...(invoice.reference_type === "order" ? [orderIdOf(invoice)] : []),
  invoiceIdOf(invoice),
  ...invoice.refunds.map(refundIdOf),
];

export const invoiceIdOf = ({ id }: Exportable): string => `invoice-${id}`;
export const refundIdOf = ({ id }: { id: string }): string => `refund-${id}`;
const orderIdOf = ({ reference_id }: Exportable): string => `order-${reference_id}`;

/**
 * The records of an invoice, each created from the one before: for an order a sales order and an invoice, for a
 * subscription an invoice, and a credit memo per refund. @throws CannotExport
 */
export function planRecords(invoice: Exportable, items: SpecialItems): PlannedRecord[] {
  if (invoice.customer_id === null)
    throw new CannotExport(`The organization "${invoice.org_name}" has no customer in NetSuite yet.`);
  const lines = invoiceLines(invoice, items);
  const shared = { entity: { id: invoice.customer_id }, tranDate: invoice.day };
  const named = {
    ...shared,
    ...optional("otherRefNum", invoice.order_number ?? invoice.invoice_no),
    ...optional("memo", invoice.po_number && `PO ${invoice.po_number}`),
  };
  const total = invoice.amount;
  const fields = { ...named, item: { items: lines } };
  const invoiceId = invoiceIdOf(invoice);
  const isOrder = invoice.reference_type === "order";
  const created_from = isOrder ? orderIdOf(invoice) : undefined;
  return [
    ...(isOrder
      ? [{ type: "salesOrder", external_id: orderIdOf(invoice), total, fields, created_from: undefined } as const]
      : []),
    { type: "invoice", external_id: invoiceId, total, fields, created_from },
    ...invoice.refunds
      .filter(({ has_failed }) => !has_failed)
      .map((refund) => ({
        type: "creditMemo" as const,
        external_id: refundIdOf(refund),
        total: refund.amount,
        fields: { ...shared, memo: `Refund ${refund.id}`, item: { items: creditLines(invoice, items, refund) } },
        created_from: invoiceId,
      })),
  ];
}

const optional = <K extends string>(name: K, value: string | null): { [key in K]?: string } =>
  value ? ({ [name]: value } as { [key in K]?: string }) : {}; // exactly one key
