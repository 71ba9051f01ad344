import * as contract from "../../../../worker/contract/v1/admin/console/releases.ts";
import { getDownloadStatistics } from "../../../../worker/domain/software/index.ts";
import * as software from "../../../../worker/domain/software/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminSoftware: travelling((ctx, { query }) => software.listAdminSoftware(ctx, query)),
  getSoftwareHistory: (ctx, { params, query }) => software.getSoftwareHistory(ctx, params.name, query.reference_type),
  getDownloadStatistics: (ctx, { params, query }) => getDownloadStatistics(ctx, params.name, query.reference_type),
  checkPublication: (ctx, { params }) => software.checkPublication(ctx, params.id),
  getVersionGraph: (ctx, { params }) => software.getVersionGraph(ctx, params.id),
  checkPluginLink: (ctx, { params, query }) => software.checkPluginLink(ctx, params.id, query.product_id ?? null),
});
