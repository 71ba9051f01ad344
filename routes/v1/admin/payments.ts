import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as payments from "../../../worker/domain/payments/index.ts";
import { httpHandler, serveAll } from "../../../worker/http/serve.ts";

export const callbacks = serveAll(contract.callbacks, payments);

export const invoices = serveAll(contract.invoices, {
  ...payments,
  flagInvoicesSync: httpHandler((ctx, { body }) => payments.flagInvoicesSync(ctx, body.invoice_ids)),
  remindInvoices: httpHandler((ctx, { body }) => payments.remindInvoices(ctx, body)),
  markInvoicesPaid: httpHandler((ctx, { body }) => payments.markInvoicesPaid(ctx, body)),
  reviewInvoice: httpHandler((ctx, { params, body }) => payments.reviewInvoice(ctx, params.invoice_id, body)),
  flagInvoiceSync: httpHandler((ctx, { params, body }) =>
    payments.flagInvoiceSync(ctx, params.invoice_id, body?.is_net_suite_sync_needed ?? true),
  ),
});

export const ledger = serveAll(contract.ledger, payments);

export const receivables = serveAll(contract.receivables, payments);

export const subscriptions = serveAll(contract.subscriptions, payments);
