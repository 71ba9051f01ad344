import { serialOf } from "../../../worker/contract/entities/device.ts";
import * as devices from "../../../worker/domain/devices/index.ts";
import * as contract from "../../../worker/contract/v1/admin/org-products.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminOrgProducts: travelling((ctx, { params, query }) => devices.listAdminOrgProducts(ctx, params.org_id, query)),
  getAdminOrgProduct: (ctx, { params }) => devices.getAdminOrgProduct(ctx, params),
  createAdminOrgProduct: (ctx, { params, body }) =>
    devices.createAdminOrgProduct(ctx, { ...params, serial: serialOf(body), product_id: body.product_id }),
  deleteAdminOrgProduct: (ctx, { params }) => devices.deleteAdminOrgProduct(ctx, params),
});
