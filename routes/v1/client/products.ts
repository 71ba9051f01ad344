import * as contract from "../../../worker/contract/v1/client/products.ts";
import { lookUpProduct } from "../../../worker/domain/devices/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  lookUpProduct: (ctx, { params }) => lookUpProduct(ctx, params.serial_number),
});
