import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as fulfilment from "../../../worker/domain/fulfilment/index.ts";
import {
  approveRefund,
  cancelOrder,
  isPendingApproval,
  listRefundApprovals,
  noteRefund,
  refundOrder,
  rejectRefund,
  retryRefund,
  settleRefund,
} from "../../../worker/domain/payments/index.ts";
import type { AppContext } from "../../../worker/http/app-env.ts";
import { startTask } from "../../../worker/domain/platform/index.ts";
import { addHeader, send } from "../../../worker/http/middleware/headers.ts";
import { httpHandler, serveAll } from "../../../worker/http/serve.ts";

export const orders = serveAll(contract.orders, {
  ...fulfilment,
  settleRefund,
  cancelOrder: httpHandler(async (ctx, { params, body }, c) =>
    acceptedReply(c, await cancelOrder(ctx, params.order_id, body)),
  ),
  noteRefund: httpHandler(async (ctx, { params, body }, c) =>
    acceptedReply(c, await noteRefund(ctx, params.order_id, body)),
  ),
  retryRefund: httpHandler(async (ctx, { params, body }, c) =>
    acceptedReply(c, await retryRefund(ctx, params.order_id, body)),
  ),
  refundOrder: httpHandler(async (ctx, { params, body }, c) =>
    acceptedReply(c, await refundOrder(ctx, params.order_id, body)),
  ),
});

/** 202 if the refund waits for a second person (ADR-066); undefined sends the contract's reply. */
function acceptedReply(c: AppContext, outcome: object | undefined): Response | undefined {
  if (!outcome || !isPendingApproval(outcome)) return undefined;
  const { approval_id } = outcome;
  return send(c, JSON.stringify({ success: true, approval_id }), 202, { type: "application/json" });
}

export const refundApprovals = serveAll(contract.refundApprovals, { listRefundApprovals, approveRefund, rejectRefund });

export const shipping = serveAll(contract.shipping, {
  ...fulfilment,
  startShippingTask: (ctx) => startTask(ctx, "shipping"),
  cancelPackage: httpHandler((ctx, { params }) => fulfilment.cancelPackage(ctx, params)),
  downloadLabel: httpHandler(async (ctx, { params }, c) => {
    const { content, tracking_id } = await fulfilment.downloadLabel(ctx, params);
    addHeader(c, "content-disposition", `attachment; filename="label-${tracking_id.replace(/[^\w-]/g, "_")}.pdf"`);
    return send(c, content, 200, { type: "application/pdf", no_store: true });
  }),
  downloadCustomsInvoice: httpHandler(async (ctx, { params }, c) => {
    const { content, tracking_id } = await fulfilment.downloadCustomsInvoice(ctx, params);
    const name = `customs-invoice-${tracking_id.replace(/[^\w-]/g, "_")}.pdf`;
    addHeader(c, "content-disposition", `attachment; filename="${name}"`);
    return send(c, content, 200, { type: "application/pdf", no_store: true });
  }),
  downloadLabels: httpHandler(async (ctx, { query }, c) => {
    const content = await fulfilment.downloadLabels(ctx, query.order_ids);
    addHeader(c, "content-disposition", 'attachment; filename="labels.pdf"');
    return send(c, content, 200, { type: "application/pdf", no_store: true });
  }),
  removeTestOrders: httpHandler(async (ctx) => ({ removed: await fulfilment.removeTestOrders(ctx) })),
});

export const shippingRates = serveAll(contract.shippingRates, fulfilment);
