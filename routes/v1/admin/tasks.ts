import * as contract from "../../../worker/contract/v1/admin/tasks.ts";
import { listTaskRuns, listTasks, retryTaskRecord } from "../../../worker/domain/platform/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listTasks: (ctx) => listTasks(ctx),
  listTaskRuns: (ctx, { params, query }) => listTaskRuns(ctx, params.name, query),
  retryTaskRecord: (ctx, { params, body }) => retryTaskRecord(ctx, { ...params, ...body }),
});
