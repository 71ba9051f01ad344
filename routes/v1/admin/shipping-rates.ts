import * as contract from "../../../worker/contract/v1/admin/shipping-rates.ts";
import {
  createShippingRate,
  deleteShippingRate,
  listAdminShippingRates,
  updateShippingRate,
} from "../../../worker/domain/fulfilment/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminShippingRates: (ctx, { query }) => listAdminShippingRates(ctx, query),
  createShippingRate: (ctx, { body }) => createShippingRate(ctx, body),
  updateShippingRate: (ctx, { params, body }) => updateShippingRate(ctx, params.id, body),
  deleteShippingRate: (ctx, { params }) => deleteShippingRate(ctx, params.id),
});
