import * as contract from "../../../worker/contract/v1/admin/orders.ts";
import { cancelOrder, refundOrder } from "../../../worker/domain/payments/index.ts";
import { getAdminOrder, listAdminOrders } from "../../../worker/domain/orders/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminOrders: travelling((ctx, { query }) => listAdminOrders(ctx, query)),
  getAdminOrder: (ctx, { params }) => getAdminOrder(ctx, params.order_id),
  cancelOrder: (ctx, { params }) => cancelOrder(ctx, params.order_id),
  refundOrder: (ctx, { params, body }) => refundOrder(ctx, params.order_id, body.amount),
});
