import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as accounting from "../../../worker/domain/accounting/index.ts";
import { getTask, startTask } from "../../../worker/domain/platform/index.ts";
import { httpHandler, serveAll } from "../../../worker/http/serve.ts";

export const books = serveAll(contract.books, {
  ...accounting,
  closeBookDifference: httpHandler((ctx, { params, body }) =>
    accounting.closeBookDifference(ctx, { ...params, ...body }),
  ),
});

export const finance = serveAll(contract.finance, accounting);

export const netSuite = serveAll(contract.netSuite, {
  ...accounting,
  getOrganizationsTask: (ctx) => getTask(ctx, "organizations"),
  startOrganizationsTask: (ctx) => startTask(ctx, "organizations"),
  getProductsTask: (ctx) => getTask(ctx, "products"),
  startProductsTask: (ctx) => startTask(ctx, "products"),
});

export const netSuiteExports = serveAll(contract.netSuiteExports, {
  getInvoiceExportTask: (ctx) => getTask(ctx, "invoices"),
  startInvoiceExportTask: (ctx) => startTask(ctx, "invoices"),
  getTrackingImportTask: (ctx) => getTask(ctx, "tracking-number"),
  startTrackingImportTask: (ctx) => startTask(ctx, "tracking-number"),
});
