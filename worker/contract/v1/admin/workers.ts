import { getTaskCall, startTaskCall } from "../../task-calls.ts";

const tag = "Admin: workers";
const subscriptionStatus = { tag, path: "/v1/admin/workers/subscription-status-update" };

export const getSubscriptionStatusTask = getTaskCall("subscription-status", {
  ...subscriptionStatus,
  summary: "Read how the update of subscriptions went",
});

export const startSubscriptionStatusTask = startTaskCall("subscription-status", {
  ...subscriptionStatus,
  summary: "Bring subscriptions in line with the payment provider",
});
