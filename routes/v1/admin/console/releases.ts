import * as contract from "../../../../worker/contract/v1/admin/console/releases.ts";
import { getDownloadStatistics } from "../../../../worker/domain/downloads/index.ts";
import * as rollouts from "../../../../worker/domain/rollouts/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminSoftware: travelling((ctx, { query }) => rollouts.listAdminSoftware(ctx, query)),
  getSoftwareHistory: (ctx, { params, query }) => rollouts.getSoftwareHistory(ctx, params.name, query.reference_type),
  getDownloadStatistics: (ctx, { params, query }) => getDownloadStatistics(ctx, params.name, query.reference_type),
  checkPublication: (ctx, { params }) => rollouts.checkPublication(ctx, params.id),
  getVersionGraph: (ctx, { params }) => rollouts.getVersionGraph(ctx, params.id),
  checkPluginLink: (ctx, { params, query }) => rollouts.checkPluginLink(ctx, params.id, query.product_id ?? null),
});
