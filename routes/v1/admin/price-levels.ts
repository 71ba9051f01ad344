import * as contract from "../../../worker/contract/v1/admin/price-levels.ts";
import * as levels from "../../../worker/domain/price-levels/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listPriceLevels: travelling((ctx) => levels.listPriceLevels(ctx)),
  createPriceLevel: (ctx, { body }) => levels.createPriceLevel(ctx, body),
  updatePriceLevel: (ctx, { params, body }) => levels.updatePriceLevel(ctx, params.id, body),
  deletePriceLevel: (ctx, { params }) => levels.deletePriceLevel(ctx, params.id),
});
