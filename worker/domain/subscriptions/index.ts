export { giveSubscription, updateSubscription } from "./change-subscriptions.ts";
export {
  getAdminSubscription,
  getSubscription,
  hasBegun,
  hasEnded,
  isRenewedSoon,
  listAdminSubscriptions,
  listDueSubscriptions,
  listPlans,
  listSubscriptions,
} from "./list-subscriptions.ts";
export { followSubscriptions, recordSubscription } from "./record-subscription.ts";
export { refreshSubscription, refreshSubscriptions } from "./refresh-subscriptions.ts";
export { remindOfRenewal, remindOfRenewals, runNotificationTask } from "./renewal-reminders.ts";
export {
  type AdminSubscription,
  endedAt,
  isAvailable,
  type Subscription,
  subscriptionColumns,
} from "./subscription-rows.ts";
