import * as contract from "../../../worker/contract/v1/admin/subscriptions.ts";
import * as payments from "../../../worker/domain/payments/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listAdminSubscriptions: travelling((ctx, { query }) => payments.listAdminSubscriptions(ctx, query)),
  getAdminSubscription: (ctx, { params }) => payments.getAdminSubscription(ctx, params.subscription_id),
  giveSubscription: (ctx, { body }) => payments.giveSubscription(ctx, body),
  updateSubscription: (ctx, { params, body }) => payments.updateSubscription(ctx, params.subscription_id, body),
});
