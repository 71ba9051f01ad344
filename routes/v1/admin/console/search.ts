import * as contract from "../../../../worker/contract/v1/admin/console/search.ts";
import { searchConsole } from "../../../../worker/domain/search/index.ts";
import { serveAll, travelling } from "../../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  searchConsole: travelling(async (ctx, { query }) => ({ groups: await searchConsole(ctx, query.q) })),
});
