import * as contract from "../../../worker/contract/v1/admin/orders.ts";
import { cancelOrder, refundOrder } from "../../../worker/domain/payments/index.ts";
import { getAdminOrder, listAdminOrders } from "../../../worker/domain/orders/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const orderAdminRoutes = [
  serve(contract.listAdminOrders, (ctx, { query }) => listAdminOrders(ctx, query)),
  serve(contract.getAdminOrder, (ctx, { params }) => getAdminOrder(ctx, params.order_id)),
  serve(contract.cancelOrder, (ctx, { params }) => cancelOrder(ctx, params.order_id)),
  serve(contract.refundOrder, (ctx, { params, body }) => refundOrder(ctx, params.order_id, body.amount)),
];
