export { giveSubscription, hasProviderStatus, updateSubscription } from "./change-subscriptions.ts";
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
export { type Followed, followSubscriptions, recordSubscription } from "./record-subscription.ts";
export { remindOfRenewal, remindOfRenewals, runNotificationTask } from "./renewal-reminders.ts";
export {
  type AdminSubscription,
  endedAt,
  isAvailable,
  type Subscription,
  subscriptionColumns,
} from "./subscription-rows.ts";
