export { giveSubscription, updateSubscription } from "./change-subscriptions.ts";
export {
  getAdminSubscription,
  getSubscription,
  listAdminSubscriptions,
  listSubscriptions,
} from "./list-subscriptions.ts";
export { type Subscription } from "./subscription-rows.ts";
