import * as contract from "../../../../worker/contract/v1/admin/product-images.ts";
import { pages } from "../../../../worker/contract/pages.ts";
import * as catalog from "../../../../worker/domain/catalog/index.ts";
import type { AppContext, Route } from "../../../../worker/http/app-env.ts";
import { formPost } from "../../../../worker/http/form.ts";
import { productHref } from "../product-forms.ts";

const back = (result: unknown, c: AppContext): string => `${productHref(result, c)}#pictures`;

/** Used without script: an upload has one file, and a press moves a picture by one step. */
export const pictureForms: Route[] = [
  formPost(contract.createProductImage, {
    path: pages.uploadProductImage,
    back,
    readFirst: (ctx, { product_id }) => catalog.prepareUpload(ctx, product_id),
    send: (ctx, { file, body }, _c, upload) =>
      catalog.createProductImage(ctx, upload, { file, alt_text: body.alt_text }),
    done: () => "The picture is uploaded.",
  }),
  formPost(contract.orderProductImages, {
    path: pages.orderProductImages,
    back,
    complete: async (typed) => applyMove(typed),
    send: (ctx, { params, body }) => catalog.orderProductImages(ctx, params.product_id, body.images),
    done: () => "The pictures are in their new order.",
  }),
  formPost(contract.updateProductImage, {
    path: pages.describeProductImage,
    back,
    send: (ctx, { params, body }) => catalog.updateProductImage(ctx, params, body),
    done: () => "The alternative text is saved.",
  }),
  formPost(contract.deleteProductImage, {
    path: pages.deleteProductImage,
    back,
    send: (ctx, { params }) => catalog.deleteProductImage(ctx, params),
    done: () => "The picture is deleted.",
  }),
];

/** The form sends the displayed pictures as `images`, and a picture to display last; `move` is "position:offset". */
function applyMove(fields: URLSearchParams): void {
  const [, from, by] = /^(\d{1,2}):(-?1)$/.exec(fields.get("move") ?? "") ?? [];
  const list = fields.getAll("images");
  const [moved] = list.splice(Number(from ?? list.length), 1);
  if (moved === undefined) return;
  list.splice(Math.max(0, Number(from) + Number(by)), 0, moved);
  fields.delete("images");
  for (const image of list) fields.append("images", image);
}
