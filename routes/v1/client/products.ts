import { lookupProduct } from "../../../worker/contract/v1/client/products.ts";
import { lookUpProduct } from "../../../worker/domain/devices/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const clientProductRoutes = [
  serve(lookupProduct, (ctx, { params }) => lookUpProduct(ctx, params.serial_number)),
];
