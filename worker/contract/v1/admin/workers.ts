import { getTaskCall, startTaskCall } from "../../task-calls.ts";

const tag = "Admin: workers";
const flowpointVersions = { tag, path: "/v1/admin/workers/import-flowpoint-versions" };
const pluginsBuilds = { tag, path: "/v1/admin/workers/import-plugins-latest-builds" };
const subscriptionStatus = { tag, path: "/v1/admin/workers/subscription-status-update" };

export const getFlowpointVersionsTask = getTaskCall("flowpoint-versions", {
  ...flowpointVersions,
  summary: "Read the last run of the Flowpoint version import",
});

export const startFlowpointVersionsTask = startTaskCall("flowpoint-versions", {
  ...flowpointVersions,
  summary: "Import Flowpoint versions",
});

export const getPluginsBuildsTask = getTaskCall("plugins-builds", {
  ...pluginsBuilds,
  summary: "Read the last run of the plugin import",
});

export const startPluginsBuildsTask = startTaskCall("plugins-builds", {
  ...pluginsBuilds,
  summary: "Import the latest builds of plugins",
});

export const getSubscriptionStatusTask = getTaskCall("subscription-status", {
  ...subscriptionStatus,
  summary: "Read the last run of the subscription update",
});

export const startSubscriptionStatusTask = startTaskCall("subscription-status", {
  ...subscriptionStatus,
  summary: "Update subscriptions from the payment provider",
});
