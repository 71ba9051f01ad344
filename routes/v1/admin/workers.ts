import * as contract from "../../../worker/contract/v1/admin/workers.ts";
import { getTask, startTask } from "../../../worker/domain/platform/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getFlowpointVersionsTask: (ctx) => getTask(ctx, "flowpoint-versions"),
  startFlowpointVersionsTask: (ctx) => startTask(ctx, "flowpoint-versions"),
  getPluginsBuildsTask: (ctx) => getTask(ctx, "plugins-builds"),
  startPluginsBuildsTask: (ctx) => startTask(ctx, "plugins-builds"),
  getSubscriptionStatusTask: (ctx) => getTask(ctx, "subscription-status"),
  startSubscriptionStatusTask: (ctx) => startTask(ctx, "subscription-status"),
});
