import * as contract from "../../../worker/contract/v1/admin/index.ts";
import * as platform from "../../../worker/domain/platform/index.ts";
import { checkReadiness, getPermittedOverview, searchConsole } from "../../../worker/domain/search/index.ts";
import { httpHandler, serveAll } from "../../../worker/http/serve.ts";

const { getTask, startTask } = platform;

export const audit = serveAll(contract.audit, platform);
export const clientErrors = serveAll(contract.clientErrors, platform);

export const legalTexts = serveAll(contract.legalTexts, {
  ...platform,
  getLegalVersion: httpHandler((ctx, { params }) => platform.getLegalVersion(ctx, params)),
  deleteLegalText: httpHandler((ctx, { params }) => platform.deleteLegalText(ctx, params)),
});

export const licenseAgreements = serveAll(contract.licenseAgreements, platform);

export const overview = serveAll(contract.overview, { getOverview: getPermittedOverview });
export const readiness = serveAll(contract.readiness, { checkReadiness });

export const search = serveAll(contract.search, {
  searchConsole: httpHandler(async (ctx, { query }) => ({ groups: await searchConsole(ctx, query.q) })),
});

export const shopSettings = serveAll(contract.shopSettings, platform);

export const tasks = serveAll(contract.tasks, {
  ...platform,
  retryTaskRecord: httpHandler((ctx, { params, body }) => platform.retryTaskRecord(ctx, { ...params, ...body })),
});

export const workers = serveAll(contract.workers, {
  getFlowpointVersionsTask: (ctx) => getTask(ctx, "flowpoint-versions"),
  startFlowpointVersionsTask: (ctx) => startTask(ctx, "flowpoint-versions"),
  getPluginsBuildsTask: (ctx) => getTask(ctx, "plugins-builds"),
  startPluginsBuildsTask: (ctx) => startTask(ctx, "plugins-builds"),
  getSubscriptionStatusTask: (ctx) => getTask(ctx, "subscription-status"),
  startSubscriptionStatusTask: (ctx) => startTask(ctx, "subscription-status"),
});
