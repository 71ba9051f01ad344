import type { Route } from "../../../worker/http/app-env.ts";
import { giveSubscriptionForm } from "./give.tsx";
import { subscriptionPage } from "./subscription.tsx";
import { subscriptionForms } from "./subscription-forms.ts";
import { subscriptions } from "./subscriptions.tsx";

export const subscriptionPages: Route[] = [
  ...subscriptions,
  ...giveSubscriptionForm,
  subscriptionPage,
  ...subscriptionForms,
];
