import * as contract from "../../../worker/contract/v1/store/products.ts";
import { catalogVersion, getProduct, listNames, listProducts } from "../../../worker/domain/catalog/index.ts";
import { serveAll, withPreload } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listProducts: withPreload(catalogVersion, (ctx, { query }) => listProducts(ctx, query)),
  getProduct: withPreload(catalogVersion, (ctx, { params }) => getProduct(ctx, params.id)),
  listCategories: (ctx) => listNames(ctx, "categories"),
  listDevices: (ctx) => listNames(ctx, "devices"),
  listPlatforms: (ctx) => listNames(ctx, "platforms"),
  listUseCases: (ctx) => listNames(ctx, "software-use-cases"),
});
