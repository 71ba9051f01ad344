import * as contract from "../../../worker/contract/v1/admin/audit.ts";
import * as platform from "../../../worker/domain/platform/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAudit: (ctx, { query }) => platform.listAudit(ctx, query),
});
