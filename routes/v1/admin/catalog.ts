import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as catalog from "../../../worker/domain/catalog/index.ts";
import { httpHandler, readThen, serveAll } from "../../../worker/http/serve.ts";

export const priceLevels = serveAll(contract.priceLevels, catalog);

export const productImages = serveAll(contract.productImages, {
  ...catalog,
  createProductImage: readThen(
    (ctx, { product_id }) => catalog.prepareUpload(ctx, product_id),
    (ctx, { file, body }, upload) => catalog.createProductImage(ctx, upload, { file, alt_text: body.alt_text }),
  ),
  orderProductImages: httpHandler((ctx, { params, body }) =>
    catalog.orderProductImages(ctx, params.product_id, body.images),
  ),
  updateProductImage: httpHandler((ctx, { params, body }) => catalog.updateProductImage(ctx, params, body)),
  deleteProductImage: httpHandler((ctx, { params }) => catalog.deleteProductImage(ctx, params)),
});

export const productImports = serveAll(contract.productImports, {
  ...catalog,
  createProductImport: readThen(
    (ctx) => catalog.listPriceLevelNames(ctx),
    (ctx, { file }, levels) => catalog.createProductImport(ctx, file.bytes, levels),
  ),
  confirmProductImport: readThen(
    (ctx, { id }) => catalog.prepareConfirmation(ctx, id),
    (ctx, _input, confirmation) => catalog.confirmProductImport(ctx, confirmation),
  ),
});

export const productPrices = serveAll(contract.productPrices, {
  ...catalog,
  updateProductPrices: httpHandler((ctx, { body }) => catalog.updateProductPrices(ctx, body.prices)),
});

export const products = serveAll(contract.products, {
  ...catalog,
  publishProducts: httpHandler((ctx, { body }) => catalog.publishProducts(ctx, body.product_ids)),
  unpublishProducts: httpHandler((ctx, { body }) => catalog.unpublishProducts(ctx, body.product_ids)),
  planProductPublication: httpHandler((ctx, { params, body }) =>
    catalog.planProductPublication(ctx, params.product_id, body.publish_at),
  ),
  archiveProducts: httpHandler((ctx, { body }) => catalog.archiveProducts(ctx, body.product_ids)),
});

export const scheduledPrices = serveAll(contract.scheduledPrices, {
  ...catalog,
  schedulePrice: httpHandler((ctx, { params, body }) => catalog.schedulePrice(ctx, { ...params, ...body })),
});
