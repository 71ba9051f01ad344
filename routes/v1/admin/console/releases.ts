import * as contract from "../../../../worker/contract/v1/admin/console/releases.ts";
import { getDownloadStatistics } from "../../../../worker/domain/downloads/index.ts";
import * as releases from "../../../../worker/domain/releases/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminSoftware: travelling((ctx, { query }) => releases.listAdminSoftware(ctx, query)),
  getSoftwareHistory: (ctx, { params, query }) => releases.getSoftwareHistory(ctx, params.name, query.reference_type),
  getDownloadStatistics: (ctx, { params, query }) => getDownloadStatistics(ctx, params.name, query.reference_type),
  checkPublication: (ctx, { params }) => releases.checkPublication(ctx, params.id),
  getVersionGraph: (ctx, { params }) => releases.getVersionGraph(ctx, params.id),
  checkPluginLink: (ctx, { params, query }) => releases.checkPluginLink(ctx, params.id, query.product_id ?? null),
});
