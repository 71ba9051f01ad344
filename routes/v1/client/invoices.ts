import * as contract from "../../../worker/contract/v1/client/invoices.ts";
import { requireUser } from "../../../worker/domain/context.ts";
import { getInvoiceUrl, listInvoices } from "../../../worker/domain/invoices/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const invoiceRoutes = [
  serve(contract.listInvoices, (ctx, { query }) => listInvoices(ctx, query)),
  serve(contract.downloadInvoice, (ctx, { params }) => getInvoiceUrl(ctx, params.invoice_id, requireUser(ctx).org_id)),
];
