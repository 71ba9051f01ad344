import * as contract from "../../../worker/contract/v1/client/billing.ts";
import * as billing from "../../../worker/domain/billing/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const billingRoutes = [
  serve(contract.listPaymentMethods, (ctx) => billing.listPaymentMethods(ctx)),
  serve(contract.deletePaymentMethod, (ctx, { params }) => billing.deletePaymentMethod(ctx, params.payment_method_id)),
  serve(contract.getBillingPortal, (ctx) => billing.openPortal(ctx)),
  serve(contract.getSetupCheckout, (ctx, { query }) => billing.openSetupCheckout(ctx, query.redirect_uri)),
];
