import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as domain from "../../../worker/domain/software/index.ts";
import { httpHandler, serveAll } from "../../../worker/http/serve.ts";

export const releases = serveAll(contract.releases, {
  ...domain,
  getSoftwareHistory: httpHandler((ctx, { params, query }) =>
    domain.getSoftwareHistory(ctx, params.name, query.reference_type),
  ),
  getDownloadStatistics: httpHandler((ctx, { params, query }) =>
    domain.getDownloadStatistics(ctx, params.name, query.reference_type),
  ),
  checkPluginLink: httpHandler((ctx, { params, query }) =>
    domain.checkPluginLink(ctx, params.id, query.product_id ?? null),
  ),
});

export const software = serveAll(contract.software, {
  ...domain,
  publishVersion: httpHandler((ctx, { params, body }) => domain.publishVersion(ctx, params.id, body?.check)),
});
