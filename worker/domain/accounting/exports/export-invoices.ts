import { GatewayError } from "../../../gateways/gateway-error.ts";
import { reasonOf, unavailable } from "../call-net-suite.ts";
import type { Ctx, ReadCtx } from "../../context.ts";
import { CannotRun, defaultDeadline, type TaskHandler, type TaskPage } from "../../platform/index.ts";
import { CannotExport } from "./cannot-export.ts";
import { type ExportedInvoice, exportInvoice, unfinished, verifyExport } from "./export-invoice.ts";
import { fetchInvoicesByFulfilment, fetchTransactions } from "./find-transactions.ts";
import { type Linked, linkInvoices } from "./link-invoices.ts";
import { externalIds, invoiceIdOf, orderIdOf } from "./plan-records.ts";
import { type Exportable, readExportable, readOneExportable } from "./read-exportable.ts";

/** Invoices per batch, one or two seconds of work; four at once matches the call slots. */
const pageMax = 40;
const atOnce = 4;
const beginMs = 5000;
/** A batch ends before the lease of its task (60 s), although a save may take 30 s. */
const lastStartMs = 20_000;
const untilMs = 25_000;

/**
 * Exports paid invoices and those on account, and their later payments and refunds (O-109, M12). Every record has an
 * external id of ours and is looked up before it is created; an invoice is linked only after NetSuite, read again,
 * shows its total.
 */
export const exportInvoicesTask: TaskHandler = {
  async page(ctx, cursor) {
    const invoices = await readExportable(ctx, typeof cursor === "string" ? cursor : null, pageMax);
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
    const invoices = await readOneExportable(ctx, id);
    const { done, failures } = await exportAll(ctx, invoices);
    const [failure] = failures;
    if (failure) throw new CannotRun(failure.reason);
    if (done < invoices.length) throw new CannotRun("NetSuite answers slowly. Try again to continue.");
  },
  unavailable: (ctx) => unavailable(ctx) ?? withoutItems(ctx),
};

function withoutItems({ settings }: ReadCtx): string | undefined {
  if (!settings.NETSUITE_TAX_ITEM || !settings.NETSUITE_SHIPPING_ITEM)
    return "The settings do not name NetSuite's items for tax and shipping.";
  return settings.NETSUITE_PAYMENT_ACCOUNT
    ? undefined
    : "The settings do not name NetSuite's account for payments, or none.";
}

type Failures = TaskPage["failures"];

/** Exports the first `done` invoices, as many as time allows. */
async function exportAll(ctx: Ctx, invoices: Exportable[]): Promise<{ done: number; failures: Failures }> {
  if (invoices.length === 0) return { done: 0, failures: [] };
  const startedAt = Date.now();
  const times = { last_start: startedAt + lastStartMs, until: startedAt + untilMs };
  const failures: Failures = [];
  const exported: ExportedInvoice[] = [];
  const existing = await fetchTransactions(ctx, invoices.flatMap(externalIds), times.until);
  const unbilled = invoices.filter(
    (invoice) => !existing.has(invoiceIdOf(invoice)) && existing.has(orderIdOf(invoice)),
  );
  const byFulfilment = await fetchInvoicesByFulfilment(ctx, unbilled.map(orderIdOf), times.until);
  const outcomes = await inLanes(startedAt, invoices, (invoice) =>
    orReason(ctx, invoice.id, () =>
      exportInvoice(ctx, invoice, existing, byFulfilment.get(orderIdOf(invoice)) ?? [], times),
    ),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (typeof outcome === "string") failures.push({ record_id: invoices[index]?.id ?? "", reason: outcome });
    else if (typeof outcome !== "symbol") exported.push(outcome);
  }
  const linked = await verifyAll(ctx, exported, failures);
  await linkInvoices(ctx, linked);
  return { done: outcomes.length, failures };
}

type Outcome = Awaited<ReturnType<typeof exportInvoice>> | string;

/**
 * Works on four invoices at a time. Each lane takes the next one as soon as it is free, so that a slow answer delays
 * only its own invoice. Returns outcomes in the order of the invoices, up to the first unfinished one.
 */
async function inLanes(
  startedAt: number,
  invoices: readonly Exportable[],
  work: (invoice: Exportable) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = invoices.entries();
  let begun = 0;
  const runLane = async () => {
    while (begun < atOnce || (Date.now() - startedAt < beginMs && !outcomes.includes(unfinished))) {
      const { value, done } = waiting.next();
      if (done) return;
      begun += 1;
      const [index, invoice] = value;
      outcomes[index] = await work(invoice);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runLane));
  const ended = outcomes.indexOf(unfinished);
  return ended < 0 ? outcomes : outcomes.slice(0, ended);
}

async function verifyAll(ctx: Ctx, exported: ExportedInvoice[], failures: Failures): Promise<Linked[]> {
  const ids = exported.flatMap(({ planned }) => planned.map(({ external_id }) => external_id));
  const transactions = await fetchTransactions(ctx, ids, defaultDeadline());
  const linked: Linked[] = [];
  for (const one of exported) {
    const { id, mark } = one.invoice;
    const outcome = await orReason(ctx, id, () => (one.planned.length === 0 ? null : verifyExport(one, transactions)));
    if (typeof outcome === "string") failures.push({ record_id: id, reason: outcome });
    else linked.push({ id, mark, net_suite_id: outcome });
  }
  return linked;
}

/** The result of `work`, or the reason for its failure: one invoice never blocks the others. */
async function orReason<T>(ctx: Ctx, id: string, work: () => T | Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CannotExport) return error.message;
    if (!(error instanceof GatewayError))
      ctx.log({ level: "error", event: "export", invoice_id: id, error: String(error) });
    return reasonOf(error);
  }
}
