import * as contract from "../../../worker/contract/v1/admin/net-suite-exports.ts";
import { getTask, startTask } from "../../../worker/domain/platform/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getInvoiceExportTask: (ctx) => getTask(ctx, "invoices"),
  startInvoiceExportTask: (ctx) => startTask(ctx, "invoices"),
  getTrackingImportTask: (ctx) => getTask(ctx, "tracking-number"),
  startTrackingImportTask: (ctx) => startTask(ctx, "tracking-number"),
});
