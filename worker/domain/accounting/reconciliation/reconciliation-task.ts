import { startRun, fetchCredits, fetchMovements } from "./read-provider.ts";
import { examineCharges } from "./examine-charges.ts";
import { runCursor, type RunCursor } from "./steps.ts";
import { fetchAccounting } from "./read-accounting.ts";
import type { Ctx } from "../../context.ts";
import type { TaskHandler, TaskPage } from "../../platform/index.ts";
import { compareLedger } from "./compare-ledger.ts";
import { compareMovements } from "./compare-movements.ts";
import { compareInvoices, compareOrders } from "./compare-own.ts";
import { compareRecords } from "./compare-records.ts";
import { finishRun } from "./finish-run.ts";

const stepHandlers: Record<RunCursor["step"], (ctx: Ctx, position: RunCursor) => Promise<TaskPage>> = {
  charges: (ctx, position) => fetchMovements(ctx, position, "charges"),
  refunds: (ctx, position) => fetchMovements(ctx, position, "refunds"),
  disputes: (ctx, position) => fetchMovements(ctx, position, "disputes"),
  credits: fetchCredits,
  accounting: fetchAccounting,
  examine: examineCharges,
  orders: compareOrders,
  invoices: compareInvoices,
  ledger: compareLedger,
  provider: compareMovements,
  records: compareRecords,
  finish: finishRun,
};

/**
 * Compares our orders and invoices, our ledger, the payment provider's objects and accounting's records to the cent
 * (M2, M5, M9, M12, ADR-021). External records are first read in batches into a table, because no two systems list in
 * the same order; then the database compares everything in parts, so that memory does not grow with the data. If an
 * external system does not answer, the run fails, and nothing is compared with an incomplete copy.
 */
export const reconciliationTask: TaskHandler = {
  async page(ctx, cursor, { run_id }) {
    const position = cursor === null ? await startRun(ctx, run_id) : runCursor.parse(cursor);
    return stepHandlers[position.step](ctx, position);
  },
};
