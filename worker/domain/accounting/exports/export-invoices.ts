import { GatewayError } from "../../../gateways/gateway-error.ts";
import { failureReason, unavailableReason } from "../call-net-suite.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { CannotRunError, defaultDeadline, type TaskHandler, type TaskPage } from "../../platform/index.ts";
import { CannotExportError } from "./cannot-export.ts";
import { type ExportedInvoice, exportInvoice, outOfTime, verifyExport } from "./export-invoice.ts";
import { fetchFulfilmentInvoices, fetchTransactions } from "./find-transactions.ts";
import { type InvoiceLink, linkInvoices } from "./link-invoices.ts";
import { listExternalIds, invoiceExternalId, orderExternalId } from "./plan-records.ts";
import { type ExportableInvoice, listExportableInvoices, findExportableInvoice } from "./read-exportable.ts";

/** Maximum of invoices per batch, which also starts none after `startWindowMs`; four at once match the call slots. */
const pageMax = 40;
const concurrency = 4;
const startWindowMs = 5000;
/** No record is started or retried so late that a save of 30 s would outlast the task's lease of 60 s. */
const lastStartMs = 20_000;
const deadlineMs = 25_000;

/**
 * Exports paid invoices and those on account, and their later payments and refunds (O-109, M12). Every record has an
 * external id of ours and is looked up before it is created; an invoice is linked only after NetSuite, read again,
 * shows its total.
 */
export const exportInvoicesTask: TaskHandler = {
  async page(ctx, cursor) {
    const invoices = await listExportableInvoices(ctx, typeof cursor === "string" ? cursor : null, pageMax);
    const { done, failures } = await exportAll(ctx, invoices);
    const isLast = invoices.length < pageMax && done === invoices.length;
    return {
      cursor: isLast ? null : (invoices[done - 1]?.id ?? cursor),
      found: done,
      processed: done - failures.length,
      failures,
    };
  },
  async retry(ctx, id) {
    const invoices = await findExportableInvoice(ctx, id);
    const { done, failures } = await exportAll(ctx, invoices);
    const [failure] = failures;
    if (failure) throw new CannotRunError(failure.reason);
    if (done < invoices.length) throw new CannotRunError("NetSuite answers slowly. Try again to continue.");
  },
  unavailable: (ctx) => unavailableReason(ctx) ?? missingSettingReason(ctx),
};

function missingSettingReason({ settings }: ReadCtx): string | undefined {
  if (!settings.NETSUITE_TAX_ITEM || !settings.NETSUITE_SHIPPING_ITEM)
    return "The settings do not name NetSuite's items for tax and shipping.";
  return settings.NETSUITE_PAYMENT_ACCOUNT
    ? undefined
    : "The settings do not name NetSuite's account for payments, or none.";
}

type Failures = TaskPage["failures"];

/** Handles invoices from the start of the list while time allows; `done` is their number. */
async function exportAll(ctx: Ctx, invoices: ExportableInvoice[]): Promise<{ done: number; failures: Failures }> {
  if (invoices.length === 0) return { done: 0, failures: [] };
  const startedAt = Date.now();
  const times = { last_start: startedAt + lastStartMs, until: startedAt + deadlineMs };
  const failures: Failures = [];
  const exportedInvoices: ExportedInvoice[] = [];
  const existing = await fetchTransactions(ctx, invoices.flatMap(listExternalIds), times.until);
  const unbilledInvoices = invoices.filter(
    (invoice) => !existing.has(invoiceExternalId(invoice)) && existing.has(orderExternalId(invoice)),
  );
  const fulfilmentInvoices = await fetchFulfilmentInvoices(ctx, unbilledInvoices.map(orderExternalId), times.until);
  const outcomes = await runWithConcurrency(startedAt, invoices, (invoice) =>
    resultOrReason(ctx, invoice.id, () =>
      exportInvoice(ctx, invoice, existing, fulfilmentInvoices.get(orderExternalId(invoice)) ?? [], times),
    ),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (typeof outcome === "string") failures.push({ record_id: invoices[index]?.id ?? "", reason: outcome });
    else if (typeof outcome !== "symbol") exportedInvoices.push(outcome);
  }
  const linked = await verifyAll(ctx, exportedInvoices, failures);
  await linkInvoices(ctx, linked);
  return { done: outcomes.length, failures };
}

type Outcome = Awaited<ReturnType<typeof exportInvoice>> | string;

/**
 * Each lane takes the next invoice as soon as the lane is free, so that a slow answer delays only its own invoice.
 * Returns outcomes in the order of the invoices, up to the first unfinished one.
 */
async function runWithConcurrency(
  startedAt: number,
  invoices: readonly ExportableInvoice[],
  work: (invoice: ExportableInvoice) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = invoices.entries();
  let startedCount = 0;
  const runLane = async () => {
    while (startedCount < concurrency || (Date.now() - startedAt < startWindowMs && !outcomes.includes(outOfTime))) {
      const { value, done } = queue.next();
      if (done) return;
      startedCount += 1;
      const [index, invoice] = value;
      outcomes[index] = await work(invoice);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runLane));
  const endIndex = outcomes.indexOf(outOfTime);
  return endIndex < 0 ? outcomes : outcomes.slice(0, endIndex);
}

async function verifyAll(ctx: Ctx, exportedInvoices: ExportedInvoice[], failures: Failures): Promise<InvoiceLink[]> {
  const ids = exportedInvoices.flatMap(({ planned }) => planned.map(({ external_id }) => external_id));
  const transactions = await fetchTransactions(ctx, ids, defaultDeadline());
  const invoiceLinks: InvoiceLink[] = [];
  for (const exportedInvoice of exportedInvoices) {
    const { id, mark, po_number } = exportedInvoice.invoice;
    const outcome = await resultOrReason(ctx, id, () =>
      exportedInvoice.planned.length === 0 ? null : verifyExport(exportedInvoice, transactions),
    );
    if (typeof outcome === "string") failures.push({ record_id: id, reason: outcome });
    else invoiceLinks.push({ id, mark, po_number, net_suite_id: outcome });
  }
  return invoiceLinks;
}

/** An error becomes its reason, so that one invoice never blocks the others. */
async function resultOrReason<T>(ctx: Ctx, id: string, work: () => T | Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CannotExportError) return error.message;
    if (!(error instanceof GatewayError))
      ctx.log({ level: "error", event: "export", invoice_id: id, error: String(error) });
    return failureReason(error);
  }
}
