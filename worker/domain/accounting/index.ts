/**
 * NetSuite: imports of customers, items, prices and tracking numbers, exports of invoices with payments and refunds,
 * the finance reports, and the reconciliation of our ledger, to the cent, with the payment provider and accounting.
 */
export { unavailableReason } from "./call-net-suite.ts";
export { exportInvoicesTask } from "./exports/export-invoices.ts";
export { importTrackingTask } from "./exports/import-tracking.ts";
export { organizationsTask } from "./import-customers.ts";
export { productsTask } from "./import-items.ts";
export { receiveCustomer } from "./receive-customer.ts";
export { closeBookDifference } from "./reconciliation/close-discrepancy.ts";
export { reconciliationTask } from "./reconciliation/reconciliation-task.ts";
export { getBookDifference, listBookDifferences, listDifferenceEvents } from "./reconciliation/list-discrepancies.ts";
export {
  findLastCompletedBookRun,
  findNewestBookRun,
  getBookRun,
  listBookRuns,
  startBookRun,
} from "./reconciliation/runs.ts";
export { syncOrganization, syncProduct } from "./sync-one.ts";
export { syncCustomersFromWebhooks } from "./customer-webhooks.ts";
export { type Finance, getFinance } from "./finance/get-finance.ts";
