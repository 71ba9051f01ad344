import { getTaskCall, startTaskCall } from "../../task-calls.ts";

const tag = "Admin: accounting system";
const invoices = { tag, path: "/v1/admin/net-suite/export-invoices" };
const trackingNumbers = { tag, path: "/v1/admin/net-suite/import-tracking-number" };

export const getInvoiceExportTask = getTaskCall("invoices", {
  ...invoices,
  summary: "Read the last run of the invoice export",
});

export const startInvoiceExportTask = startTaskCall("invoices", {
  ...invoices,
  summary: "Export payments and refunds to the accounting system",
});

export const getTrackingImportTask = getTaskCall("tracking-number", {
  ...trackingNumbers,
  summary: "Read the last run of the tracking number import",
});

export const startTrackingImportTask = startTaskCall("tracking-number", {
  ...trackingNumbers,
  summary: "Import tracking numbers from the accounting system's fulfilments",
});
