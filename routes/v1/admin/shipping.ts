import * as contract from "../../../worker/contract/v1/admin/shipping.ts";
import {
  cancelPackage,
  createTestOrder,
  downloadLabel,
  getOrderShipping,
  listOrderPackages,
  removeTestOrders,
  setShippingAddress,
  shipOrder,
  signInAtCarrier,
} from "../../../worker/domain/fulfilment/index.ts";
import { startTask } from "../../../worker/domain/platform/index.ts";
import { addHeader, send } from "../../../worker/http/middleware/headers.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getOrderShipping: (ctx, { params }) => getOrderShipping(ctx, params.order_id),
  setShippingAddress: (ctx, { params, body }) => setShippingAddress(ctx, params.order_id, body),
  shipOrder: (ctx, { params, body }) => shipOrder(ctx, params.order_id, body),
  listOrderPackages: (ctx, { params }) => listOrderPackages(ctx, params.order_id),
  cancelPackage: (ctx, { params }) => cancelPackage(ctx, params),
  downloadLabel: async (ctx, { params }, c) => {
    const { content, tracking_id } = await downloadLabel(ctx, params);
    addHeader(c, "content-disposition", `attachment; filename="label-${tracking_id.replace(/[^\w-]/g, "_")}.pdf"`);
    return send(c, content, 200, { type: "application/pdf", no_store: true });
  },
  signInAtCarrier: (ctx) => signInAtCarrier(ctx),
  startShippingTask: (ctx) => startTask(ctx, "shipping"),
  createTestOrder: (ctx) => createTestOrder(ctx),
  removeTestOrders: async (ctx) => ({ removed: await removeTestOrders(ctx) }),
});
