import * as contract from "../../../worker/contract/v1/admin/price-levels.ts";
import * as catalog from "../../../worker/domain/catalog/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listPriceLevels: travelling((ctx) => catalog.listPriceLevels(ctx)),
  createPriceLevel: (ctx, { body }) => catalog.createPriceLevel(ctx, body),
  updatePriceLevel: (ctx, { params, body }) => catalog.updatePriceLevel(ctx, params.id, body),
  deletePriceLevel: (ctx, { params }) => catalog.deletePriceLevel(ctx, params.id),
});
