import * as devices from "../../../worker/domain/devices/index.ts";
import * as contract from "../../../worker/contract/v1/client/org-products.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listOrgProducts: (ctx, { query }) => devices.listOrgProducts(ctx, query),
});
