import * as contract from "../../../worker/contract/v1/store/products.ts";
import { catalogVersion, getProduct, listNames, listProducts } from "../../../worker/domain/catalog/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const productRoutes = [
  serve(contract.listProducts, (ctx, { query }) => listProducts(ctx, query), {
    preload: catalogVersion,
    is_kept: true,
  }),
  serve(contract.getProduct, (ctx, { params }) => getProduct(ctx, params.id), {
    preload: catalogVersion,
    is_kept: true,
  }),
  serve(contract.listCategories, (ctx) => listNames(ctx, "categories")),
  serve(contract.listDevices, (ctx) => listNames(ctx, "devices")),
  serve(contract.listPlatforms, (ctx) => listNames(ctx, "platforms")),
  serve(contract.listUseCases, (ctx) => listNames(ctx, "software-use-cases")),
];
