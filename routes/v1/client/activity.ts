import * as contract from "../../../worker/contract/v1/client/activity.ts";
import * as platform from "../../../worker/domain/platform/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listActivity: travelling((ctx, { query }) => platform.listActivity(ctx, query)),
});
