import * as contract from "../../../worker/contract/v1/admin/products.ts";
import * as catalog from "../../../worker/domain/catalog/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const productAdminRoutes = [
  serve(contract.listAdminProducts, (ctx, { query }) => catalog.listAdminProducts(ctx, query)),
  serve(contract.listAdminCategories, (ctx) => catalog.listNames(ctx, "categories", true)),
  serve(contract.lookupAdminProduct, async (ctx, { params }) => {
    const { id } = await catalog.findProductBySerial(ctx, params.serial_number);
    return catalog.getAdminProduct(ctx, id);
  }),
  serve(contract.getAdminProduct, (ctx, { params }) => catalog.getAdminProduct(ctx, params.product_id)),
  serve(contract.publishProduct, (ctx, { params }) => catalog.publishProduct(ctx, params.product_id)),
  serve(contract.unpublishProduct, (ctx, { params }) => catalog.unpublishProduct(ctx, params.product_id)),
  serve(contract.archiveProduct, (ctx, { params }) => catalog.archiveProduct(ctx, params.product_id)),
  serve(contract.unarchiveProduct, (ctx, { params }) => catalog.unarchiveProduct(ctx, params.product_id)),
];
