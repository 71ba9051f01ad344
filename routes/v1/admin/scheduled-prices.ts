import * as contract from "../../../worker/contract/v1/admin/scheduled-prices.ts";
import * as catalog from "../../../worker/domain/catalog/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listScheduledPrices: travelling((ctx, { params }) => catalog.listScheduledPrices(ctx, params.product_id)),
  schedulePrice: (ctx, { params, body }) => catalog.schedulePrice(ctx, { ...params, ...body }),
  deleteScheduledPrice: (ctx, { params }) => catalog.deleteScheduledPrice(ctx, params.product_id, params.id),
});
