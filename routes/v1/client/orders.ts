import * as contract from "../../../worker/contract/v1/client/orders.ts";
import { orderByLink } from "../../../worker/domain/sales/index.ts";
import { getOrder, listOrders } from "../../../worker/domain/fulfilment/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listOrders: travelling((ctx, { query }) => listOrders(ctx, query)),
  getOrder: (ctx, { params }) => getOrder(ctx, params.order_id),
  orderByLink: (ctx, { body }) =>
    orderByLink(ctx, {
      products: body.products.map((line) => ({ id: line.productId, quantity: line.quantity })),
      address: body.address,
    }),
});
