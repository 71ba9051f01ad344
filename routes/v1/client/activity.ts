import * as contract from "../../../worker/contract/v1/client/activity.ts";
import * as audit from "../../../worker/domain/audit/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listActivity: travelling((ctx, { query }) => audit.listActivity(ctx, query)),
});
