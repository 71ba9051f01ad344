import * as contract from "../../../../worker/contract/v1/admin/settings/industries.ts";
import * as organizations from "../../../../worker/domain/organizations/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listIndustries: travelling((ctx) => organizations.listIndustries(ctx)),
  createIndustry: (ctx, { body }) => organizations.createIndustry(ctx, body),
  updateIndustry: (ctx, { params, body }) => organizations.updateIndustry(ctx, params.id, body),
  deleteIndustry: (ctx, { params }) => organizations.deleteIndustry(ctx, params.id),
});
