import * as contract from "../../../worker/contract/v1/admin/net-suite.ts";
import * as accounting from "../../../worker/domain/accounting/index.ts";
import { getTask, startTask } from "../../../worker/domain/platform/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getOrganizationsTask: (ctx) => getTask(ctx, "organizations"),
  startOrganizationsTask: (ctx) => startTask(ctx, "organizations"),
  syncOrganization: (ctx, { params }) => accounting.syncOrganization(ctx, params.org_id),
  getProductsTask: (ctx) => getTask(ctx, "products"),
  startProductsTask: (ctx) => startTask(ctx, "products"),
  syncProduct: (ctx, { params }) => accounting.syncProduct(ctx, params.product_id),
});
