import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as fulfilment from "../../../worker/domain/fulfilment/index.ts";
import { cancelOrder, refundOrder, retryRefund, settleRefund } from "../../../worker/domain/payments/index.ts";
import { startTask } from "../../../worker/domain/platform/index.ts";
import { addHeader, send } from "../../../worker/http/middleware/headers.ts";
import { byHand, serveAll } from "../../../worker/http/serve.ts";

export const orders = serveAll(contract.orders, {
  ...fulfilment,
  cancelOrder,
  retryRefund,
  settleRefund,
  refundOrder: byHand(async (ctx, { params, body }) => {
    await refundOrder(ctx, params.order_id, body);
  }),
});

export const shipping = serveAll(contract.shipping, {
  ...fulfilment,
  startShippingTask: (ctx) => startTask(ctx, "shipping"),
  cancelPackage: byHand((ctx, { params }) => fulfilment.cancelPackage(ctx, params)),
  downloadLabel: byHand(async (ctx, { params }, c) => {
    const { content, tracking_id } = await fulfilment.downloadLabel(ctx, params);
    addHeader(c, "content-disposition", `attachment; filename="label-${tracking_id.replace(/[^\w-]/g, "_")}.pdf"`);
    return send(c, content, 200, { type: "application/pdf", no_store: true });
  }),
  removeTestOrders: byHand(async (ctx) => ({ removed: await fulfilment.removeTestOrders(ctx) })),
});

export const shippingRates = serveAll(contract.shippingRates, fulfilment);
