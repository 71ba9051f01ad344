import * as contract from "../../../worker/contract/v1/client/subscriptions.ts";
import { getSubscription, listSubscriptions } from "../../../worker/domain/subscriptions/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const subscriptionRoutes = [
  serve(contract.listSubscriptions, (ctx, { query }) => listSubscriptions(ctx, query)),
  serve(contract.getSubscription, (ctx, { params }) => getSubscription(ctx, params.subscription_id)),
];
