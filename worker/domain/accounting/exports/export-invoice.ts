import type { Ctx } from "../../context.ts";
import { CannotExport } from "./cannot-export.ts";
import { formatMoney } from "../../../contract/buying/money.ts";
import type { SpecialItems } from "./accounting-lines.ts";
import { createRecord } from "./make-record.ts";
import type { Transaction } from "./find-transactions.ts";
import { externalIds, invoiceIdOf, type PlannedRecord, planRecords, refundIdOf } from "./plan-records.ts";
import type { Exportable } from "./read-exportable.ts";

/** Result of an export: records to verify. `planned` is empty for an invoice fully refunded before its first export. */
export type ExportedInvoice = { invoice: Exportable; planned: PlannedRecord[] };

/**
 * Creates the records of an invoice missing in NetSuite, in order. `known`: the existing ones by external id. @throws
 * CannotExport
 */
export async function exportInvoice(
  ctx: Ctx,
  invoice: Exportable,
  existing: ReadonlyMap<string, Transaction>,
  until: number,
): Promise<ExportedInvoice> {
  requireNoFailedCredit(invoice, existing);
  const hasRecords = externalIds(invoice).some((externalId) => existing.has(externalId));
  if (isFullyRefunded(invoice) && !hasRecords) return { invoice, planned: [] };
  const planned = planRecords(invoice, specialItems(ctx));
  const ids = new Map([...existing].map(([externalId, { id }]) => [externalId, id]));
  for (const record of planned) {
    if (ids.has(record.external_id)) continue;
    const from = record.created_from === undefined ? undefined : ids.get(record.created_from);
    ids.set(record.external_id, await createRecord(ctx, record, from, until));
  }
  return { invoice, planned };
}

/** The account's items for tax and shipping. */
const specialItems = ({ settings }: Ctx): SpecialItems => ({
  tax: settings.NETSUITE_TAX_ITEM,
  shipping: settings.NETSUITE_SHIPPING_ITEM,
});

/** An invoice fully refunded before its export is not exported. */
function isFullyRefunded({ net_suite_id, amount, refunds }: Exportable): boolean {
  const back = refunds.filter(({ has_failed }) => !has_failed).reduce((sum, refund) => sum + refund.amount, 0);
  return net_suite_id === null && back >= amount;
}

/** A credit memo of a failed refund must be voided by a person: the export never reverses bookings. */
function requireNoFailedCredit({ refunds }: Exportable, existing: ReadonlyMap<string, Transaction>): void {
  const failed = refunds.find((refund) => refund.has_failed && existing.has(refundIdOf(refund)));
  if (failed)
    throw new CannotExport(
      `Refund ${failed.id} failed at the bank. Void its credit memo ${existing.get(refundIdOf(failed))?.id ?? ""} in NetSuite.`,
    );
}

/** The invoice's id in NetSuite. @throws CannotExport unless NetSuite has every planned record with its total */
export function verifyExport(
  { invoice, planned }: ExportedInvoice,
  transactions: ReadonlyMap<string, Transaction>,
): number {
  for (const { external_id, total } of planned) {
    const record = transactions.get(external_id);
    if (!record) throw new CannotExport(`NetSuite accepted ${external_id} but does not have it.`);
    if (record.total !== total)
      throw new CannotExport(
        `NetSuite has ${external_id} at ${record.total === null ? "no total" : formatMoney(record.total)}, but here it is ${formatMoney(total)}.`,
      );
  }
  return Number(transactions.get(invoiceIdOf(invoice))?.id);
}
