import * as contract from "../../../worker/contract/v1/client/billing.ts";
import * as billing from "../../../worker/domain/billing/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listPaymentMethods: (ctx) => billing.listPaymentMethods(ctx),
  deletePaymentMethod: (ctx, { params }) => billing.deletePaymentMethod(ctx, params.payment_method_id),
  openBillingPortal: (ctx) => billing.openBillingPortal(ctx),
  openSetupCheckout: (ctx, { query }) => billing.openSetupCheckout(ctx, query.redirect_uri),
});
