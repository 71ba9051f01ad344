import { GatewayError } from "../../../gateways/gateway-error.ts";
import { netSuiteTerms } from "../../../gateways/net-suite/values.ts";
import { callNetSuite } from "../call-net-suite.ts";
import type { Ctx } from "../../context.ts";
import { CannotExportError } from "./cannot-export.ts";
import { formatMoney } from "../../../contract/buying/money.ts";
import { createRecord } from "./make-record.ts";
import type { Transaction } from "./find-transactions.ts";
import {
  invoiceExternalId,
  orderExternalId,
  type PlannedRecord,
  planRecords,
  refundExternalId,
  repaymentExternalId,
} from "./plan-records.ts";
import type { ExportableInvoice } from "./read-exportable.ts";
import { fetchSource, type SourceRecord } from "./source-records.ts";

/**
 * An exported invoice and its records to verify. `planned` is empty if the invoice was refunded in full, or canceled
 * while free, before its first export.
 */
export type ExportedInvoice = { invoice: ExportableInvoice; planned: PlannedRecord[] };

export const awaitingFulfilment = Symbol("waiting");
/** Time ran out; the next batch finds the created records and continues. */
export const outOfTime = Symbol("unfinished");

/** Values of Date.now(): no record is started after `last_start`, and no retry after `until`. */
export type ExportTimes = { last_start: number; until: number };

/**
 * Creates the missing records of an invoice in order. `existing` has the transactions by external id,
 * `fulfilmentInvoices` the invoices that fulfilments of the order created. @throws CannotExportError
 */
export async function exportInvoice(
  ctx: Ctx,
  invoice: ExportableInvoice,
  existing: ReadonlyMap<string, Transaction>,
  fulfilmentInvoices: readonly Transaction[],
  { last_start, until }: ExportTimes,
): Promise<ExportedInvoice | typeof awaitingFulfilment | typeof outOfTime> {
  requireNoFailedCredit(invoice, existing);
  const isBilled = existing.has(invoiceExternalId(invoice)) || fulfilmentInvoices.length > 0;
  if (isGivenUp(invoice) && !isBilled) {
    await closeOrder(ctx, existing.get(orderExternalId(invoice))?.id, until);
    return { invoice, planned: [] };
  }
  const planned = planRecords(invoice, buildExportSettings(ctx));
  for (const record of planned) requireTotal(record, existing.get(record.external_id));
  const ids = new Map([...existing].map(([externalId, { id }]) => [externalId, id]));
  const exportedRecords: PlannedRecord[] = [];
  for (const record of planned) {
    const known = ids.get(record.external_id);
    const hasOutdatedMemo = hasOutdatedPoNumber(invoice, record, existing.get(record.external_id));
    if ((known === undefined || hasOutdatedMemo) && Date.now() > last_start) return outOfTime;
    if (known !== undefined && hasOutdatedMemo) await updateMemo(ctx, record, known, until);
    const id = known ?? (await adoptOrCreate(ctx, invoice, record, { ids, fulfilmentInvoices }, until));
    if (id === awaitingFulfilment) {
      requireFulfillable(invoice, ids.get(orderExternalId(invoice)));
      return awaitingFulfilment;
    }
    if (id === settledInNetSuite) continue;
    ids.set(record.external_id, id);
    exportedRecords.push(record);
  }
  const orderId = ids.get(orderExternalId(invoice));
  if (invoice.is_canceled) await closeOrder(ctx, orderId, until);
  else if (invoice.closable_items.length > 0) await closeOrder(ctx, orderId, until, invoice.closable_items);
  return { invoice, planned: exportedRecords };
}

/**
 * Whether the buyer has changed the PO number since an export that did not end created the record. A memo that finance
 * wrote stays.
 */
const hasOutdatedPoNumber = (
  { net_suite_id }: ExportableInvoice,
  { type, fields }: PlannedRecord,
  transaction: Transaction | undefined,
): boolean =>
  net_suite_id === null &&
  (type === "salesOrder" || type === "invoice") &&
  transaction !== undefined &&
  /^(?:PO |$)/.test(transaction.memo ?? "") &&
  (transaction.memo ?? "") !== (fields["memo"] ?? "");

/** Null deletes the field (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545142173.html). */
async function updateMemo(ctx: Ctx, { type, fields }: PlannedRecord, id: string, until: number): Promise<void> {
  const memo = fields["memo"] ?? null;
  await callNetSuite(ctx, (netSuite) => netSuite.update(type, id, { memo }), until, "save");
}

/** Closes the open lines of a sales order, or those of `closableItems`, so that the warehouse does not fulfill them. */
async function closeOrder(
  ctx: Ctx,
  id: string | undefined,
  until: number,
  closableItems?: readonly string[],
): Promise<void> {
  if (id === undefined) return;
  const { item } = await fetchSource(ctx, { type: "salesOrder", id }, until);
  const items = (item?.items ?? [])
    .filter((each) => !each.isClosed && (closableItems?.includes(each.item.id) ?? true))
    .map(({ line }) => ({ line, isClosed: true }));
  if (items.length === 0) return;
  await callNetSuite(ctx, (netSuite) => netSuite.update("salesOrder", id, { item: { items } }), until, "save");
}

/** Nothing is left to pay or refund, because finance has already recorded the payment or refund in NetSuite. */
const settledInNetSuite = Symbol("settled");
type KnownRecords = { ids: ReadonlyMap<string, string>; fulfilmentInvoices: readonly Transaction[] };

async function adoptOrCreate(
  ctx: Ctx,
  invoice: ExportableInvoice,
  record: PlannedRecord,
  knownRecords: KnownRecords,
  until: number,
) {
  const { created_from, external_id, type } = record;
  if (!created_from) return createRecord(ctx, record, undefined, until);
  const id = knownRecords.ids.get(created_from.external_id);
  if (id === undefined)
    throw new CannotExportError(`NetSuite has no ${created_from.external_id} to make ${external_id} from.`);
  const source = { type: created_from.type, id };
  if (record.total === null) return createSettlement(ctx, record, source, until);
  if (type === "invoice" && knownRecords.fulfilmentInvoices.length > 0)
    return adoptInvoice(ctx, invoice, external_id, knownRecords.fulfilmentInvoices, until);
  const sourceRecord = await fetchSource(ctx, source, until);
  if (type === "invoice") {
    requireOrder(invoice, id, sourceRecord);
    // F: pending billing, G: billed.
    if (ctx.settings.NETSUITE_INVOICE_AFTER_FULFILMENT && !/^[FG]$/.test(sourceRecord.orderStatus?.id ?? ""))
      return awaitingFulfilment;
  }
  return createRecord(ctx, record, { ...source, record: sourceRecord }, until);
}

/** Checks the sales order before anything is posted: afterwards finance would have to void the invoice as well. */
function requireOrder({ amount }: ExportableInvoice, id: string, { total, orderStatus }: SourceRecord): void {
  if (orderStatus?.id === "A") throw new CannotExportError(`Approve sales order ${id} in NetSuite.`);
  const cents = Math.round((total ?? 0) * 100);
  if (cents !== amount)
    throw new CannotExportError(
      `NetSuite has sales order ${id} at ${formatMoney(cents)}, but here it is ${formatMoney(amount)}. NetSuite must compute no tax of its own.`,
    );
}

/**
 * An invoice after fulfilment waits forever for pieces that never ship. NetSuite cannot invoice a closed line, so this
 * export cannot close their lines first
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_4698204292.html).
 */
function requireFulfillable({ closable_items }: ExportableInvoice, orderId: string | undefined): void {
  if (closable_items.length === 0) return;
  throw new CannotExportError(
    `Lines of sales order ${orderId} were canceled or refunded before NetSuite invoiced them. Invoice there what was fulfilled, close these lines, and choose “Do not export it” on the page of the invoice.`,
  );
}

/** Without Advanced Shipping, NetSuite creates an invoice for each fulfilment; that invoice gets our external id. */
async function adoptInvoice(
  ctx: Ctx,
  { amount }: ExportableInvoice,
  externalId: string,
  invoices: readonly Transaction[],
  until: number,
) {
  const total = invoices.reduce((sum, invoice) => sum + (invoice.total ?? 0), 0);
  if (total < amount) return awaitingFulfilment;
  const [first, ...others] = invoices;
  if (!first || others.length > 0)
    throw new CannotExportError(
      `NetSuite invoiced the order in parts: ${invoices.map(({ id }) => id).join(", ")}. Make them one invoice there.`,
    );
  await callNetSuite(ctx, (netSuite) => netSuite.update("invoice", first.id, { externalId }), until, "save");
  return first.id;
}

/** Returns `settledInNetSuite` if NetSuite refuses because nothing is open. */
async function createSettlement(ctx: Ctx, record: PlannedRecord, source: { type: string; id: string }, until: number) {
  try {
    return await createRecord(ctx, record, { ...source, record: {} }, until);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 400) throw error;
    const { amountRemaining, unapplied } = await fetchSource(ctx, source, until);
    if ((amountRemaining ?? unapplied) === 0) return settledInNetSuite;
    throw error;
  }
}

const buildExportSettings = ({ settings }: Ctx) => ({
  items: { tax: settings.NETSUITE_TAX_ITEM, shipping: settings.NETSUITE_SHIPPING_ITEM },
  has_tax_override: settings.NETSUITE_TAX_DETAILS_OVERRIDE,
  terms: netSuiteTerms(settings.NETSUITE_TERMS),
  payments: settings.NETSUITE_PAYMENT_ACCOUNT === "none" ? null : settings.NETSUITE_PAYMENT_ACCOUNT,
});

/** Refunded in full, or free and canceled, before its first export. */
function isGivenUp({ net_suite_id, amount, is_canceled, credited_amount, refunds }: ExportableInvoice): boolean {
  if (amount === 0) return net_suite_id === null && is_canceled;
  const refundedAmount = refunds
    .filter(({ has_failed }) => !has_failed)
    .reduce((sum, refund) => sum + refund.amount, 0);
  return net_suite_id === null && refundedAmount >= amount - credited_amount;
}

/**
 * The export never reverses bookings, so finance must void or delete the records of a failed refund. A voided record
 * keeps its external id and has a total of 0
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_4413162576.html).
 */
function requireNoFailedCredit({ refunds }: ExportableInvoice, existing: ReadonlyMap<string, Transaction>): void {
  for (const refund of refunds.filter(({ has_failed }) => has_failed)) {
    const bookedRecords = [
      { name: "customer refund", transaction: existing.get(repaymentExternalId(refund)) },
      { name: "credit memo", transaction: existing.get(refundExternalId(refund)) },
    ].flatMap(({ name, transaction }) => (transaction && transaction.total !== 0 ? [`${name} ${transaction.id}`] : []));
    if (bookedRecords.length > 0)
      throw new CannotExportError(
        `Refund ${refund.id} failed at the bank. Void or delete in NetSuite ${bookedRecords.join(", then ")}.`,
      );
  }
}

/** @throws CannotExportError unless NetSuite has every planned record with its total */
export function verifyExport(
  { invoice, planned }: ExportedInvoice,
  transactions: ReadonlyMap<string, Transaction>,
): number {
  for (const record of planned) {
    const transaction = transactions.get(record.external_id);
    if (!transaction) throw new CannotExportError(`NetSuite accepted ${record.external_id} but does not have it.`);
    requireTotal(record, transaction);
  }
  return Number(transactions.get(invoiceExternalId(invoice))?.id);
}

function requireTotal({ external_id, total }: PlannedRecord, transaction: Transaction | undefined): void {
  if (!transaction || total === null || transaction.total === total) return;
  throw new CannotExportError(
    `NetSuite has ${external_id} at ${transaction.total === null ? "no total" : formatMoney(transaction.total)}, but here it is ${formatMoney(total)}.`,
  );
}
