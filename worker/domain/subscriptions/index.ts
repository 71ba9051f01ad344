export { giveSubscription, updateSubscription } from "./change-subscriptions.ts";
export {
  getAdminSubscription,
  getSubscription,
  listAdminSubscriptions,
  listDueSubscriptions,
  listSubscriptions,
} from "./list-subscriptions.ts";
export { recordSubscription } from "./record-subscription.ts";
export { cancellationMail, renewalReminder } from "./subscription-mails.ts";
export { endedAt, isAvailable, type Subscription, subscriptionColumns } from "./subscription-rows.ts";
