import * as contract from "../../../worker/contract/v1/client/software.ts";
import { downloadSoftware, listSoftware } from "../../../worker/domain/software/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listSoftware: (ctx, { query }) => listSoftware(ctx, query),
  downloadSoftware: async (ctx, { params }, c) => c.redirect(await downloadSoftware(ctx, params.name)),
});
