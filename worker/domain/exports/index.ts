export { exportInvoicesTask } from "./export-invoices.ts";
export { importTrackingTask } from "./import-tracking.ts";
