import * as contract from "../../../worker/contract/v1/admin/product-imports.ts";
import * as imports from "../../../worker/domain/product-imports/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  createProductImport: (ctx, { file }) => imports.createProductImport(ctx, file.bytes),
  getProductImport: travelling((ctx, { params }) => imports.getProductImport(ctx, params.id)),
  listProductImportLines: travelling((ctx, { params, query }) => imports.listProductImportLines(ctx, params.id, query)),
  confirmProductImport: (ctx, { params }) => imports.confirmProductImport(ctx, params.id),
});
