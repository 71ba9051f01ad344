import { serialOf } from "../../worker/contract/entities/device.ts";
import * as contract from "../../worker/contract/v1/client/index.ts";
import * as devices from "../../worker/domain/devices/index.ts";
import * as fulfilment from "../../worker/domain/fulfilment/index.ts";
import * as notices from "../../worker/domain/notifications/index.ts";
import * as organizations from "../../worker/domain/organizations/index.ts";
import * as payments from "../../worker/domain/payments/index.ts";
import { listActivity } from "../../worker/domain/platform/index.ts";
import * as sales from "../../worker/domain/sales/index.ts";
import { searchEverything } from "../../worker/domain/search/index.ts";
import * as domain from "../../worker/domain/software/index.ts";
import { readIdempotencyKey } from "../../worker/http/idempotency-key.ts";
import { sendPdf } from "../../worker/http/pdf-file.ts";
import { invoiceFileName, toPdf } from "../portal/billing/print-invoices.ts";
import { httpHandler, serveAll } from "../../worker/http/serve.ts";
import { toSuggestions } from "../portal/search/suggestions.ts";

export const activity = serveAll(contract.activity, { listActivity });

export const approvalRequests = serveAll(contract.approvalRequests, sales);

export const approvalRules = serveAll(contract.approvalRules, sales);

export const quotes = serveAll(contract.quotes, sales);

export const billing = serveAll(contract.billing, {
  ...payments,
  listPaymentMethods: payments.fetchOwnPaymentMethods,
  openSetupCheckout: httpHandler((ctx, { query }) => payments.openSetupCheckout(ctx, query.redirect_uri)),
});

export const downloads = serveAll(contract.downloads, {
  ...domain,
  openDownload: httpHandler(async (ctx, { params }, c) => c.redirect(await domain.openDownload(ctx, params.object_id))),
});

export const invoices = serveAll(contract.invoices, {
  ...payments,
  downloadInvoice: httpHandler(async (ctx, { params }, c) => {
    const invoice = await payments.getInvoice(ctx, params.invoice_id);
    return sendPdf(c, await toPdf(ctx, [invoice]), invoiceFileName([invoice]));
  }),
});

export const notifications = serveAll(contract.notifications, {
  ...notices,
  readNotification: notices.markNotificationRead,
  unreadNotification: notices.markNotificationUnread,
  readNotifications: httpHandler((ctx, { body }) => notices.markNotificationsRead(ctx, body?.notification_ids)),
  unreadNotifications: httpHandler((ctx, { body }) => notices.markNotificationsUnread(ctx, body.notification_ids)),
});

export const orders = serveAll(contract.orders, {
  ...fulfilment,
  updateOrder: payments.updateOrder,
  orderByLink: httpHandler((ctx, { body }, c) =>
    sales.orderByLink(ctx, {
      key: readIdempotencyKey(c),
      ...body,
    }),
  ),
});

export const org = serveAll(contract.org, organizations);

export const orgProducts = serveAll(contract.orgProducts, {
  ...devices,
  listOrgProductSoftware: domain.listOrgProductSoftware,
  createOrgProduct: httpHandler((ctx, { body }) =>
    devices.createOrgProduct(ctx, { serial: serialOf(body), product_id: body.product_id }),
  ),
});

export const plugins = serveAll(contract.plugins, {
  ...domain,
});

export const products = serveAll(contract.products, devices);

export const search = serveAll(contract.search, {
  searchEverything: httpHandler((ctx, { query: { search: text } }) =>
    toSuggestions(ctx, text, searchEverything(ctx, text)),
  ),
});

export const software = serveAll(contract.software, {
  ...domain,
  downloadSoftware: httpHandler(async (ctx, { params }, c) =>
    c.redirect(await domain.downloadSoftware(ctx, params.name)),
  ),
});

export const receivables = serveAll(contract.receivables, payments);

export const subscriptions = serveAll(contract.subscriptions, payments);
