import * as contract from "../../../worker/contract/v1/admin/product-images.ts";
import * as catalog from "../../../worker/domain/catalog/index.ts";
import { checkedFirst, serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listProductImages: travelling((ctx, { params }) => catalog.listProductImages(ctx, params.product_id)),
  createProductImage: checkedFirst(
    (ctx, { product_id }) => catalog.prepareUpload(ctx, product_id),
    (ctx, { file, body }, upload) => catalog.createProductImage(ctx, upload, { file, alt_text: body.alt_text }),
  ),
  orderProductImages: (ctx, { params, body }) => catalog.orderProductImages(ctx, params.product_id, body.images),
  updateProductImage: (ctx, { params, body }) => catalog.updateProductImage(ctx, params, body),
  deleteProductImage: (ctx, { params }) => catalog.deleteProductImage(ctx, params),
});
