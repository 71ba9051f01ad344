import * as contract from "../../../worker/contract/v1/admin/subscriptions.ts";
import * as subscriptions from "../../../worker/domain/subscriptions/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminSubscriptions: travelling((ctx, { query }) => subscriptions.listAdminSubscriptions(ctx, query)),
  getAdminSubscription: (ctx, { params }) => subscriptions.getAdminSubscription(ctx, params.subscription_id),
  giveSubscription: (ctx, { body }) => subscriptions.giveSubscription(ctx, body),
  updateSubscription: (ctx, { params, body }) => subscriptions.updateSubscription(ctx, params.subscription_id, body),
});
