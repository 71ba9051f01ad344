import * as contract from "../../../worker/contract/v1/admin/invoices.ts";
import {
  flagInvoicesSync,
  flagInvoiceSync,
  getAdminInvoice,
  getAdminInvoiceUrl,
  listAdminInvoices,
} from "../../../worker/domain/payments/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminInvoices: travelling((ctx, { query }) => listAdminInvoices(ctx, query)),
  getAdminInvoice: (ctx, { params }) => getAdminInvoice(ctx, params.invoice_id),
  flagInvoicesSync: (ctx, { body }) => flagInvoicesSync(ctx, body.invoice_ids),
  getAdminInvoiceUrl: (ctx, { params }) => getAdminInvoiceUrl(ctx, params.invoice_id),
  flagInvoiceSync: (ctx, { params, body }) =>
    flagInvoiceSync(ctx, params.invoice_id, body?.is_net_suite_sync_needed ?? true),
});
