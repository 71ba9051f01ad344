import * as contract from "../../../../worker/contract/v1/admin/console/overview.ts";
import { getOverview } from "../../../../worker/domain/search/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getOverview: travelling((ctx) => getOverview(ctx)),
});
