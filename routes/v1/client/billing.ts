import * as contract from "../../../worker/contract/v1/client/billing.ts";
import * as payments from "../../../worker/domain/payments/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listPaymentMethods: (ctx) => payments.listPaymentMethods(ctx),
  deletePaymentMethod: (ctx, { params }) => payments.deletePaymentMethod(ctx, params.payment_method_id),
  openBillingPortal: (ctx) => payments.openBillingPortal(ctx),
  openSetupCheckout: (ctx, { query }) => payments.openSetupCheckout(ctx, query.redirect_uri),
});
