import * as contract from "../../../worker/contract/v1/store/products.ts";
import * as catalog from "../../../worker/domain/catalog/index.ts";
import { serveAll, withPreload } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listProducts: withPreload(catalog.catalogVersion, (ctx, { query }) => catalog.listProducts(ctx, query)),
  getProduct: withPreload(catalog.catalogVersion, (ctx, { params }) => catalog.getProduct(ctx, params.id)),
  listCategories: (ctx) => catalog.listCategories(ctx),
  listDeviceTags: (ctx) => catalog.listDeviceTags(ctx),
  listPlatformTags: (ctx) => catalog.listPlatformTags(ctx),
  listUseCaseTags: (ctx) => catalog.listUseCaseTags(ctx),
});
