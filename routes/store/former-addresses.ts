import { hrefOf, pages } from "../../worker/contract/pages.ts";
import type { Route } from "../../worker/http/app-env.ts";

/** Permanent redirect (308, RFC 9110) with the query. */
const redirectRoute = (from: string, to: string): Route => ({
  method: "GET",
  path: from,
  handle: async (c) => c.redirect(hrefOf(to, c.req.param()) + new URL(c.req.url).search, 308),
});

export const formerAddresses: Route[] = [
  redirectRoute(pages.formerOrders, pages.orders),
  redirectRoute(pages.formerOrder, pages.order),
  redirectRoute(pages.formerSubscriptions, pages.subscriptions),
  redirectRoute(pages.formerSubscription, pages.subscription),
  redirectRoute(pages.formerSubscriptionPaymentMethods, pages.subscriptionPaymentMethods),
];
