import { serialOf } from "../../../worker/contract/entities/device.ts";
import * as devices from "../../../worker/domain/devices/index.ts";
import { listOrgProductSoftware } from "../../../worker/domain/software/index.ts";
import * as contract from "../../../worker/contract/v1/client/org-products.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listOrgProducts: travelling((ctx, { query }) => devices.listOrgProducts(ctx, query)),
  getOrgProduct: (ctx, { params }) => devices.getOrgProduct(ctx, params.id),
  listOrgProductSoftware: (ctx, { params }) => listOrgProductSoftware(ctx, params.id),
  createOrgProduct: (ctx, { body }) =>
    devices.createOrgProduct(ctx, { serial: serialOf(body), product_id: body.product_id }),
  deleteOrgProduct: (ctx, { params }) => devices.deleteOrgProduct(ctx, params.id),
});
