import * as contract from "../../../../worker/contract/v1/admin/console/client-errors.ts";
import { getClientError, listClientErrors } from "../../../../worker/domain/platform/index.ts";
import { serveAll } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listClientErrors: (ctx, { query }) => listClientErrors(ctx, query),
  getClientError: (ctx, { params: { id } }) => getClientError(ctx, id),
});
