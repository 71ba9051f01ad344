import * as contract from "../../../worker/contract/v1/admin/scheduled-prices.ts";
import * as merchandising from "../../../worker/domain/merchandising/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listScheduledPrices: travelling((ctx, { params }) => merchandising.listScheduledPrices(ctx, params.product_id)),
  schedulePrice: (ctx, { params, body }) => merchandising.schedulePrice(ctx, { ...params, ...body }),
  deleteScheduledPrice: (ctx, { params }) => merchandising.deleteScheduledPrice(ctx, params.product_id, params.id),
});
