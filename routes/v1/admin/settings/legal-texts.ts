import * as contract from "../../../../worker/contract/v1/admin/settings/legal-texts.ts";
import * as platform from "../../../../worker/domain/platform/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listLegalTexts: travelling((ctx, { query }) => platform.listLegalTexts(ctx, query)),
  getLegalVersion: (ctx, { params }) => platform.getLegalVersion(ctx, params),
  createLegalText: (ctx, { body }) => platform.createLegalText(ctx, body),
  deleteLegalText: (ctx, { params }) => platform.deleteLegalText(ctx, params),
});
