import { begin, readCredits, readMovements } from "./read-provider.ts";
import { examineCharges } from "./examine-charges.ts";
import { place, type Place } from "./steps.ts";
import { readAccounting } from "./read-accounting.ts";
import type { Ctx } from "../../context.ts";
import type { TaskHandler, TaskPage } from "../../platform/index.ts";
import { compareLedger } from "./compare-ledger.ts";
import { compareMovements } from "./compare-movements.ts";
import { compareInvoices, compareOrders } from "./compare-own.ts";
import { compareRecords } from "./compare-records.ts";
import { finishComparison } from "./finish-comparison.ts";

const work: Record<Place["step"], (ctx: Ctx, at: Place) => Promise<TaskPage>> = {
  charges: (ctx, at) => readMovements(ctx, at, "charges"),
  refunds: (ctx, at) => readMovements(ctx, at, "refunds"),
  disputes: (ctx, at) => readMovements(ctx, at, "disputes"),
  credits: readCredits,
  accounting: readAccounting,
  examine: examineCharges,
  orders: compareOrders,
  invoices: compareInvoices,
  ledger: compareLedger,
  provider: compareMovements,
  records: compareRecords,
  finish: finishComparison,
};

/**
 * Compares our orders and invoices, our ledger, the payment provider's objects and the records of accounting, to the cent
 * (M2, M5, M9, M12). First the others are read, page by page, into a table of its own, because no two of them list in the
 * same order; then all are compared part by part in the database, so that nothing grows with the number of invoices. A
 * partner that does not answer fails the run, and nothing is compared that was not read to its end.
 */
export const compareBooks: TaskHandler = {
  async page(ctx, cursor, { run_id }) {
    const at = cursor === null ? await begin(ctx, run_id) : place.parse(cursor);
    return work[at.step](ctx, at);
  },
};
