import * as contract from "../../../worker/contract/v1/admin/orders.ts";
import {
  addOrderNote,
  getAdminOrder,
  getOrderPrices,
  listAdminOrders,
  listOrderNotes,
} from "../../../worker/domain/fulfilment/index.ts";
import { cancelOrder, refundOrder } from "../../../worker/domain/payments/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminOrders: travelling((ctx, { query }) => listAdminOrders(ctx, query)),
  getAdminOrder: (ctx, { params }) => getAdminOrder(ctx, params.order_id),
  getOrderPrices: (ctx, { params }) => getOrderPrices(ctx, params.order_id),
  listOrderNotes: (ctx, { params }) => listOrderNotes(ctx, params.order_id),
  addOrderNote: (ctx, { params, body }) => addOrderNote(ctx, params.order_id, body),
  cancelOrder: (ctx, { params }) => cancelOrder(ctx, params.order_id),
  refundOrder: async (ctx, { params, body }) => {
    await refundOrder(ctx, params.order_id, body);
  },
});
