import * as contract from "../../../worker/contract/v1/admin/audit.ts";
import * as audit from "../../../worker/domain/audit/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAudit: (ctx, { query }) => audit.listAudit(ctx, query),
});
