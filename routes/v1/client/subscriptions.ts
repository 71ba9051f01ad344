import * as contract from "../../../worker/contract/v1/client/subscriptions.ts";
import { getSubscription, listSubscriptions } from "../../../worker/domain/payments/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listSubscriptions: travelling((ctx, { query }) => listSubscriptions(ctx, query)),
  getSubscription: (ctx, { params }) => getSubscription(ctx, params.subscription_id),
});
