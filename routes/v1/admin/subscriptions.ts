import * as contract from "../../../worker/contract/v1/admin/subscriptions.ts";
import * as subscriptions from "../../../worker/domain/subscriptions/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const subscriptionAdminRoutes = [
  serve(contract.listAdminSubscriptions, (ctx, { query }) => subscriptions.listAdminSubscriptions(ctx, query)),
  serve(contract.getAdminSubscription, (ctx, { params }) =>
    subscriptions.getAdminSubscription(ctx, params.subscription_id),
  ),
  serve(contract.createSubscription, (ctx, { body }) => subscriptions.giveSubscription(ctx, body)),
  serve(contract.updateSubscription, (ctx, { params, body }) =>
    subscriptions.updateSubscription(ctx, params.subscription_id, body),
  ),
];
