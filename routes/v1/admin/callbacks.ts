import * as contract from "../../../worker/contract/v1/admin/callbacks.ts";
import { listCallbacks, retryCallback } from "../../../worker/domain/payments/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listCallbacks: (ctx, { query }) => listCallbacks(ctx, query),
  retryCallback: (ctx, { params }) => retryCallback(ctx, params.id),
});
