import * as contract from "../../../worker/contract/v1/admin/product-images.ts";
import * as images from "../../../worker/domain/images/index.ts";
import { checkedFirst, serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listProductImages: travelling((ctx, { params }) => images.listProductImages(ctx, params.product_id)),
  createProductImage: checkedFirst(
    (ctx, { product_id }) => images.prepareUpload(ctx, product_id),
    (ctx, { file, body }, upload) => images.createProductImage(ctx, upload, { file, alt_text: body.alt_text }),
  ),
  orderProductImages: (ctx, { params, body }) => images.orderProductImages(ctx, params.product_id, body.images),
  updateProductImage: (ctx, { params, body }) => images.updateProductImage(ctx, params, body),
  deleteProductImage: (ctx, { params }) => images.deleteProductImage(ctx, params),
});
