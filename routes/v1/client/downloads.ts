import * as contract from "../../../worker/contract/v1/client/downloads.ts";
import { getDownload, listDownloads, openDownload } from "../../../worker/domain/software/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listDownloads: travelling((ctx, { query }) => listDownloads(ctx, query)),
  getDownload: (ctx, { params }) => getDownload(ctx, params.object_id),
  openDownload: async (ctx, { params }, c) => c.redirect(await openDownload(ctx, params.object_id)),
});
