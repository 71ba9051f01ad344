import type { Endpoint } from "../../worker/contract/endpoint.ts";
import * as contract from "../../worker/contract/v1/callbacks/index.ts";
import { receiveCustomer } from "../../worker/domain/accounting/index.ts";
import type { Ctx } from "../../worker/domain/context.ts";
import { receiveEmailEvent, receiveTextMessage } from "../../worker/domain/notifications/index.ts";
import { receiveWebhook } from "../../worker/domain/payments/index.ts";
import type { AppContext } from "../../worker/http/app-env.ts";
import { readRaw } from "../../worker/http/body.ts";
import { send } from "../../worker/http/middleware/headers.ts";
import { httpHandler, serveAll } from "../../worker/http/serve.ts";

export const email = serveAll(contract.email, {
  receiveEmailEvent: httpHandler(async (ctx, _input, c) => {
    const body = await readRaw(c);
    await receiveEmailEvent(ctx, {
      body,
      id: c.req.header("svix-id") ?? "",
      timestamp: c.req.header("svix-timestamp") ?? "",
      signature: c.req.header("svix-signature") ?? "",
    });
  }),
});

export const netSuite = serveAll(contract.netSuite, {
  receiveCustomer: httpHandler((ctx, { params }, c) => {
    const bearer = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    return receiveCustomer(ctx, params.customer_id, c.req.header("x-net-suite-token") ?? bearer ?? "");
  }),
});

/** TwiML without a message: the sender gets no reply (https://www.twilio.com/docs/messaging/twiml). */
const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

export const sms = serveAll(contract.sms, {
  receiveTextMessage: httpHandler(async (ctx, _input, c) => {
    const body = await readRaw(c);
    const { search, searchParams } = new URL(c.req.url);
    await receiveTextMessage(ctx, {
      body,
      url: ctx.settings.PUBLIC_URL + contract.sms.receiveTextMessage.path + search,
      signature: c.req.header("x-twilio-signature") ?? "",
      sending: searchParams.get("sending") ?? undefined,
    });
    return send(c, emptyTwiml, 200, { type: "text/xml" });
  }),
});

const stripeHandler = ({ event: type }: Endpoint) => ({
  handle: async (ctx: Ctx, _input: unknown, c: AppContext) => {
    const body = await readRaw(c);
    await receiveWebhook(ctx, { body, signature: c.req.header("stripe-signature") ?? "", type });
  },
});

export const stripe = serveAll(contract.stripe, {
  onChargeDisputeCreated: stripeHandler(contract.stripe.onChargeDisputeCreated),
  onChargeDisputeFundsReinstated: stripeHandler(contract.stripe.onChargeDisputeFundsReinstated),
  onChargeDisputeFundsWithdrawn: stripeHandler(contract.stripe.onChargeDisputeFundsWithdrawn),
  onChargeRefunded: stripeHandler(contract.stripe.onChargeRefunded),
  onChargeRefundUpdated: stripeHandler(contract.stripe.onChargeRefundUpdated),
  onCheckoutSessionCompleted: stripeHandler(contract.stripe.onCheckoutSessionCompleted),
  onCustomerUpdated: stripeHandler(contract.stripe.onCustomerUpdated),
  onCustomerSubscriptionDeleted: stripeHandler(contract.stripe.onCustomerSubscriptionDeleted),
  onCustomerSubscriptionUpdated: stripeHandler(contract.stripe.onCustomerSubscriptionUpdated),
  onInvoicePaymentFailed: stripeHandler(contract.stripe.onInvoicePaymentFailed),
  onInvoicePaymentSucceeded: stripeHandler(contract.stripe.onInvoicePaymentSucceeded),
  onInvoiceUpcoming: stripeHandler(contract.stripe.onInvoiceUpcoming),
  onEvent: stripeHandler(contract.stripe.onEvent),
});
