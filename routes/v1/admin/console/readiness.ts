import * as contract from "../../../../worker/contract/v1/admin/console/readiness.ts";
import { checkReadiness } from "../../../../worker/domain/search/index.ts";
import { serveAll } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  checkReadiness: (ctx) => checkReadiness(ctx),
});
