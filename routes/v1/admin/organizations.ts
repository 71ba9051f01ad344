import * as contract from "../../../worker/contract/v1/admin/organizations.ts";
import { listAdminDownloads } from "../../../worker/domain/software/index.ts";
import * as organizations from "../../../worker/domain/organizations/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listOrganizations: travelling((ctx, { query }) => organizations.listOrganizations(ctx, query)),
  getOrganization: (ctx, { params }) => organizations.getOrganization(ctx, params.org_id),
  createOrganization: (ctx, { body }) => organizations.createOrganization(ctx, body),
  updateOrganization: (ctx, { params, body }) => organizations.updateOrganization(ctx, params.org_id, body),
  setPriceLevel: (ctx, { body }) => organizations.setPriceLevel(ctx, body.org_ids, body.price_level_name),
  listAdminDownloads: travelling((ctx, { params, query }) => listAdminDownloads(ctx, params.org_id, query)),
});
