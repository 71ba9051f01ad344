import { getTaskCall, startTaskCall } from "../../task-calls.ts";

const tag = "Admin: workers";
const flowpointVersions = { tag, path: "/v1/admin/workers/import-flowpoint-versions" };
const pluginsBuilds = { tag, path: "/v1/admin/workers/import-plugins-latest-builds" };
const subscriptionStatus = { tag, path: "/v1/admin/workers/subscription-status-update" };

export const getFlowpointVersionsTask = getTaskCall("flowpoint-versions", {
  ...flowpointVersions,
  summary: "Read how the import of Flowpoint versions went",
});

export const startFlowpointVersionsTask = startTaskCall("flowpoint-versions", {
  ...flowpointVersions,
  summary: "Import the versions of Flowpoint",
});

export const getPluginsBuildsTask = getTaskCall("plugins-builds", {
  ...pluginsBuilds,
  summary: "Read how the import of plugins went",
});

export const startPluginsBuildsTask = startTaskCall("plugins-builds", {
  ...pluginsBuilds,
  summary: "Import the latest builds of plugins",
});

export const getSubscriptionStatusTask = getTaskCall("subscription-status", {
  ...subscriptionStatus,
  summary: "Read how the update of subscriptions went",
});

export const startSubscriptionStatusTask = startTaskCall("subscription-status", {
  ...subscriptionStatus,
  summary: "Bring subscriptions in line with the payment provider",
});
