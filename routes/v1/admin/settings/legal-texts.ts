import * as contract from "../../../../worker/contract/v1/admin/settings/legal-texts.ts";
import * as legal from "../../../../worker/domain/legal/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listLegalTexts: travelling((ctx, { query }) => legal.listLegalTexts(ctx, query)),
  getLegalVersion: (ctx, { params }) => legal.getLegalVersion(ctx, params),
  createLegalText: (ctx, { body }) => legal.createLegalText(ctx, body),
  deleteLegalText: (ctx, { params }) => legal.deleteLegalText(ctx, params),
});
