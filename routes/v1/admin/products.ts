import * as contract from "../../../worker/contract/v1/admin/products.ts";
import * as catalog from "../../../worker/domain/catalog/index.ts";
import * as merchandising from "../../../worker/domain/merchandising/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminProducts: travelling((ctx, { query }) => catalog.listAdminProducts(ctx, query)),
  listAdminCategories: (ctx) => catalog.listAdminCategories(ctx),
  lookUpAdminProduct: (ctx, { params }) => catalog.lookUpAdminProduct(ctx, params.serial_number),
  getAdminProduct: (ctx, { params }) => catalog.getAdminProduct(ctx, params.product_id),
  publishProduct: (ctx, { params }) => merchandising.publishProduct(ctx, params.product_id),
  unpublishProduct: (ctx, { params }) => merchandising.unpublishProduct(ctx, params.product_id),
  archiveProduct: (ctx, { params }) => merchandising.archiveProduct(ctx, params.product_id),
  unarchiveProduct: (ctx, { params }) => merchandising.unarchiveProduct(ctx, params.product_id),
  createProduct: (ctx, { body }) => merchandising.createProduct(ctx, body),
  updateProduct: (ctx, { params, body }) => merchandising.updateProduct(ctx, params.product_id, body),
  publishProducts: (ctx, { body }) => merchandising.publishProducts(ctx, body.product_ids),
  unpublishProducts: (ctx, { body }) => merchandising.unpublishProducts(ctx, body.product_ids),
  archiveProducts: (ctx, { body }) => merchandising.archiveProducts(ctx, body.product_ids),
});
