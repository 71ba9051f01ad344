import * as contract from "../../../worker/contract/v1/client/invoices.ts";
import { getInvoiceUrl, listInvoices } from "../../../worker/domain/payments/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listInvoices: travelling((ctx, { query }) => listInvoices(ctx, query)),
  getInvoiceUrl: (ctx, { params }) => getInvoiceUrl(ctx, params.invoice_id),
});
