import * as contract from "../../../worker/contract/v1/admin/products.ts";
import * as catalog from "../../../worker/domain/catalog/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminProducts: travelling((ctx, { query }) => catalog.listAdminProducts(ctx, query)),
  listAdminCategories: (ctx) => catalog.listAdminCategories(ctx),
  lookUpAdminProduct: (ctx, { params }) => catalog.lookUpAdminProduct(ctx, params.serial_number),
  getAdminProduct: (ctx, { params }) => catalog.getAdminProduct(ctx, params.product_id),
  publishProduct: (ctx, { params }) => catalog.publishProduct(ctx, params.product_id),
  unpublishProduct: (ctx, { params }) => catalog.unpublishProduct(ctx, params.product_id),
  archiveProduct: (ctx, { params }) => catalog.archiveProduct(ctx, params.product_id),
  unarchiveProduct: (ctx, { params }) => catalog.unarchiveProduct(ctx, params.product_id),
  createProduct: (ctx, { body }) => catalog.createProduct(ctx, body),
  updateProduct: (ctx, { params, body }) => catalog.updateProduct(ctx, params.product_id, body),
  publishProducts: (ctx, { body }) => catalog.publishProducts(ctx, body.product_ids),
  unpublishProducts: (ctx, { body }) => catalog.unpublishProducts(ctx, body.product_ids),
  archiveProducts: (ctx, { body }) => catalog.archiveProducts(ctx, body.product_ids),
});
