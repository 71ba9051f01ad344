import * as contract from "../../../worker/contract/v1/callbacks/stripe.ts";
import { receiveCallback } from "../../../worker/domain/payments/index.ts";
import type { Endpoint } from "../../../worker/contract/endpoint.ts";
import type { Ctx } from "../../../worker/domain/context.ts";
import type { AppContext } from "../../../worker/http/app-env.ts";
import { readRaw } from "../../../worker/http/body.ts";
import { serveAll } from "../../../worker/http/serve.ts";

const receive =
  ({ event: type }: Endpoint) =>
  async (ctx: Ctx, _input: unknown, c: AppContext) => {
    const body = await readRaw(c);
    await receiveCallback(ctx, { body, signature: c.req.header("stripe-signature") ?? "", type });
  };

export const routes = serveAll(contract, {
  onChargeDisputeCreated: receive(contract.onChargeDisputeCreated),
  onChargeDisputeFundsReinstated: receive(contract.onChargeDisputeFundsReinstated),
  onChargeDisputeFundsWithdrawn: receive(contract.onChargeDisputeFundsWithdrawn),
  onChargeRefunded: receive(contract.onChargeRefunded),
  onChargeRefundUpdated: receive(contract.onChargeRefundUpdated),
  onCheckoutSessionCompleted: receive(contract.onCheckoutSessionCompleted),
  onCustomerUpdated: receive(contract.onCustomerUpdated),
  onCustomerSubscriptionDeleted: receive(contract.onCustomerSubscriptionDeleted),
  onCustomerSubscriptionUpdated: receive(contract.onCustomerSubscriptionUpdated),
  onInvoicePaymentFailed: receive(contract.onInvoicePaymentFailed),
  onInvoicePaymentSucceeded: receive(contract.onInvoicePaymentSucceeded),
  onInvoiceUpcoming: receive(contract.onInvoiceUpcoming),
  onEvent: receive(contract.onEvent),
});
