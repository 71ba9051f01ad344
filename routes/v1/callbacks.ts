import type { Endpoint } from "../../worker/contract/endpoint.ts";
import * as contract from "../../worker/contract/v1/callbacks/index.ts";
import { receiveCustomer } from "../../worker/domain/accounting/index.ts";
import type { Ctx } from "../../worker/domain/context.ts";
import { receiveEmailEvent, receiveTextMessage } from "../../worker/domain/notifications/index.ts";
import { receiveCallback } from "../../worker/domain/payments/index.ts";
import type { AppContext } from "../../worker/http/app-env.ts";
import { readRaw } from "../../worker/http/body.ts";
import { send } from "../../worker/http/middleware/headers.ts";
import { byHand, serveAll } from "../../worker/http/serve.ts";

export const email = serveAll(contract.email, {
  receiveEmailEvent: byHand(async (ctx, _input, c) => {
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
  receiveCustomer: byHand((ctx, { params }, c) => {
    const bearer = /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
    return receiveCustomer(ctx, params.customer_id, c.req.header("x-net-suite-token") ?? bearer ?? "");
  }),
});

/** TwiML without a message: the sender gets no reply (https://www.twilio.com/docs/messaging/twiml). */
const noAnswer = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

export const sms = serveAll(contract.sms, {
  receiveTextMessage: byHand(async (ctx, _input, c) => {
    const body = await readRaw(c);
    const { search, searchParams } = new URL(c.req.url);
    await receiveTextMessage(ctx, {
      body,
      url: ctx.settings.PUBLIC_URL + contract.sms.receiveTextMessage.path + search,
      signature: c.req.header("x-twilio-signature") ?? "",
      sending: searchParams.get("sending") ?? undefined,
    });
    return send(c, noAnswer, 200, { type: "text/xml" });
  }),
});

const receive = ({ event: type }: Endpoint) => ({
  handle: async (ctx: Ctx, _input: unknown, c: AppContext) => {
    const body = await readRaw(c);
    await receiveCallback(ctx, { body, signature: c.req.header("stripe-signature") ?? "", type });
  },
});

export const stripe = serveAll(contract.stripe, {
  onChargeDisputeCreated: receive(contract.stripe.onChargeDisputeCreated),
  onChargeDisputeFundsReinstated: receive(contract.stripe.onChargeDisputeFundsReinstated),
  onChargeDisputeFundsWithdrawn: receive(contract.stripe.onChargeDisputeFundsWithdrawn),
  onChargeRefunded: receive(contract.stripe.onChargeRefunded),
  onChargeRefundUpdated: receive(contract.stripe.onChargeRefundUpdated),
  onCheckoutSessionCompleted: receive(contract.stripe.onCheckoutSessionCompleted),
  onCustomerUpdated: receive(contract.stripe.onCustomerUpdated),
  onCustomerSubscriptionDeleted: receive(contract.stripe.onCustomerSubscriptionDeleted),
  onCustomerSubscriptionUpdated: receive(contract.stripe.onCustomerSubscriptionUpdated),
  onInvoicePaymentFailed: receive(contract.stripe.onInvoicePaymentFailed),
  onInvoicePaymentSucceeded: receive(contract.stripe.onInvoicePaymentSucceeded),
  onInvoiceUpcoming: receive(contract.stripe.onInvoiceUpcoming),
  onEvent: receive(contract.stripe.onEvent),
});
