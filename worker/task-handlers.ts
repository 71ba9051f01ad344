import { syncWithProvider, syncRecordWithProvider } from "./domain/payments/index.ts";
import { flowpointVersions, pluginsBuilds } from "./domain/software/index.ts";
import {
  reconciliationTask,
  exportInvoicesTask,
  importTrackingTask,
  organizationsTask,
  productsTask,
} from "./domain/accounting/index.ts";
import { hasCarrier, syncPackage, syncShippingPage } from "./domain/fulfilment/index.ts";
import type { TaskHandlers } from "./domain/platform/index.ts";

export const handlers: TaskHandlers = {
  invoices: exportInvoicesTask,
  "tracking-number": importTrackingTask,
  organizations: organizationsTask,
  products: productsTask,
  "flowpoint-versions": flowpointVersions,
  "plugins-builds": pluginsBuilds,
  "subscription-status": {
    page: syncWithProvider,
    retry: syncRecordWithProvider,
  },
  books: reconciliationTask,
  shipping: {
    page: (ctx, cursor) => syncShippingPage(ctx, typeof cursor === "string" ? cursor : null),
    retry: syncPackage,
    unavailable: (ctx) => (hasCarrier(ctx) ? undefined : "The shop has no account at the carrier Fulex."),
  },
};
