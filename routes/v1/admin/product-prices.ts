import * as contract from "../../../worker/contract/v1/admin/product-prices.ts";
import { updateProductPrices } from "../../../worker/domain/catalog/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  updateProductPrices: (ctx, { body }) => updateProductPrices(ctx, body.prices),
});
