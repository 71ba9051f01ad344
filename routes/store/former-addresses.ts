import { hrefOf, pages } from "../../worker/contract/pages.ts";
import type { Route } from "../../worker/http/app-env.ts";

/** Permanent redirect (308, RFC 9110) that keeps the query. */
const moved = (from: string, to: string): Route => ({
  method: "GET",
  path: from,
  handle: async (c) => c.redirect(hrefOf(to, c.req.param()) + new URL(c.req.url).search, 308),
});

export const formerAddresses: Route[] = [
  moved(pages.formerOrders, pages.orders),
  moved(pages.formerOrder, pages.order),
  moved(pages.formerSubscriptions, pages.subscriptions),
  moved(pages.formerSubscription, pages.subscription),
  moved(pages.formerSubscriptionPaymentMethods, pages.subscriptionPaymentMethods),
];
