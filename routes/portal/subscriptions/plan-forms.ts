import { hrefOf, pages } from "../../../worker/contract/pages.ts";
import { explain } from "../../../worker/contract/messages.ts";
import * as contract from "../../../worker/contract/v1/client/subscriptions.ts";
import {
  cancelSubscription,
  cancelSubscriptionNow,
  resumeSubscription,
  withdrawSubscriptionSwitch,
} from "../../../worker/domain/payments/index.ts";
import type { AppContext, Route } from "../../../worker/http/app-env.ts";
import { formPost } from "../../../worker/http/form.ts";

const back = (_result: unknown, c: AppContext): string =>
  hrefOf(pages.subscription, { subscription_id: c.req.param("subscription_id") ?? "" });

// no success message, because the page explains the cancellation
const cancelForm = formPost(contract.cancelSubscription, {
  path: pages.cancelSubscription,
  send: (ctx, { params: { subscription_id } }) => cancelSubscription(ctx, subscription_id),
  back,
});

const cancelNowForm = formPost(contract.cancelSubscriptionNow, {
  path: pages.cancelSubscriptionNow,
  send: (ctx, { params: { subscription_id } }) => cancelSubscriptionNow(ctx, subscription_id),
  back,
  done: ({ product }) => `${product.name} has ended. Its invoice shows the refund.`,
  // the page names amount, method and what happens next
  refusal: (refused) =>
    refused.errcode === "PAYMENT_FAILED"
      ? { message: "The plan has ended, but its refund did not go through." }
      : { message: explain(refused.status, refused) },
});

const resumeForm = formPost(contract.resumeSubscription, {
  path: pages.resumeSubscription,
  send: (ctx, { params: { subscription_id } }) => resumeSubscription(ctx, subscription_id),
  back,
  done: ({ product }) => `${product.name} continues and renews as before.`,
});

const keepTermForm = formPost(contract.withdrawSubscriptionSwitch, {
  path: pages.withdrawSubscriptionSwitch,
  send: (ctx, { params: { subscription_id } }) => withdrawSubscriptionSwitch(ctx, subscription_id),
  back,
  done: ({ product }) => `${product.name} stays and renews as before.`,
});

export const planForms: Route[] = [cancelForm, cancelNowForm, resumeForm, keepTermForm];
