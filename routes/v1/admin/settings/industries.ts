import * as contract from "../../../../worker/contract/v1/admin/settings/industries.ts";
import * as industries from "../../../../worker/domain/industries/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listIndustries: travelling((ctx) => industries.listIndustries(ctx)),
  createIndustry: (ctx, { body }) => industries.createIndustry(ctx, body),
  updateIndustry: (ctx, { params, body }) => industries.updateIndustry(ctx, params.id, body),
  deleteIndustry: (ctx, { params }) => industries.deleteIndustry(ctx, params.id),
});
