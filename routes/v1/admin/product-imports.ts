import * as contract from "../../../worker/contract/v1/admin/product-imports.ts";
import * as catalog from "../../../worker/domain/catalog/index.ts";
import { checkedFirst, serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  createProductImport: (ctx, { file }) => catalog.createProductImport(ctx, file.bytes),
  getProductImport: travelling((ctx, { params }) => catalog.getProductImport(ctx, params.id)),
  listProductImportLines: travelling((ctx, { params, query }) => catalog.listProductImportLines(ctx, params.id, query)),
  confirmProductImport: checkedFirst(
    (ctx, { id }) => catalog.prepareConfirmation(ctx, id),
    (ctx, _input, confirmation) => catalog.confirmProductImport(ctx, confirmation),
  ),
});
