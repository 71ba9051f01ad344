import * as z from "zod/mini";
import { subscriptionStatuses } from "../../../../db/enums.ts";
import { endpoint, reply } from "../../endpoint.ts";
import { planSwitchShape, subscription, subscriptionShape } from "../../entities/subscription.ts";
import { describe, flag, freeText, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { method: "GET", access: "session", status: 200, tag: "Subscriptions" } as const;

export const listSubscriptions = endpoint({
  ...callDefaults,
  path: "/v1/client/subscriptions",
  query: z.object({
    status: z.optional(z.enum(subscriptionStatuses)),
    is_ended: z.optional(flag()),
    ...listQuery(["created_at", "updated_at", "status", "current_period_end"]),
  }),
  reply: listReply(subscription),
  errors: [],
  summary: "List the organization's subscriptions",
  description: "is_ended: it was canceled, its end has passed, or its first payment was never made.",
});

export const getSubscription = endpoint({
  ...callDefaults,
  path: "/v1/client/subscriptions/{subscription_id}",
  params: z.object({ subscription_id: freeText(36, "Subscription") }),
  reply: reply(subscriptionShape),
  errors: ["SUBSCRIPTION_NOT_FOUND"],
  summary: "Read a subscription",
});

const changeDefaults = {
  ...callDefaults,
  access: "buy",
  not_impersonated: true,
  params: getSubscription.params,
  reply: reply(subscriptionShape),
} as const;
const refusals = [
  "SUBSCRIPTION_NOT_FOUND",
  "SUBSCRIPTION_ALREADY_CANCELLED",
  "ILLEGAL_SUBSCRIPTION_UPDATE",
  "STRIPE_SUBSCRIPTION_MODIFICATION_ERROR",
] as const;

export const changeSubscriptionMethod = endpoint({
  ...changeDefaults,
  method: "PUT",
  path: "/v1/client/subscriptions/{subscription_id}/payment-method",
  body: z.object({ payment_method_id: freeText(255, "Id at the payment provider") }),
  errors: [...refusals, "PAYMENT_METHOD_NOT_FOUND", "PAYMENT_METHOD_EXPIRED"],
  summary: "Charge the next terms of a subscription to another payment method",
});

export const previewSubscriptionSwitch = endpoint({
  ...changeDefaults,
  method: "POST",
  path: "/v1/client/subscriptions/{subscription_id}/switch-preview",
  body: z.object({ product_id: uuid() }),
  reply: reply(planSwitchShape),
  errors: [
    ...refusals,
    "PRODUCT_NOT_FOUND",
    "PRODUCT_BASE_PRICE_NOT_FOUND",
    "PRODUCT_PRICE_LEVEL_NOT_FOUND",
    "DUPLICATE_ORG_SUBSCRIPTION",
    "TAX_CALCULATION_FAILED",
    "TAX_LOCATION_INVALID",
  ],
  summary: "Preview a switch of a subscription between its monthly and its yearly term",
  description:
    "To the yearly term at once: its price less the unused days is charged. To the monthly one with the end of the current term: nothing is charged before.",
});

export const switchSubscription = endpoint({
  ...changeDefaults,
  method: "POST",
  path: "/v1/client/subscriptions/{subscription_id}/switch",
  body: z.object({ switch_id: describe(uuid(), "Id of the preview") }),
  errors: [...refusals, "SUBSCRIPTION_SWITCH_OUTDATED", "PAYMENT_FAILED"],
  summary: "Switch a subscription to another term for the amount that was previewed",
  description: "Repeated calls with the same preview charge once.",
});

export const withdrawSubscriptionSwitch = endpoint({
  ...changeDefaults,
  method: "DELETE",
  path: "/v1/client/subscriptions/{subscription_id}/switch",
  errors: refusals,
  summary: "Take a switch back before it has begun",
  description: "Does nothing where none is scheduled.",
});

export const cancelSubscription = endpoint({
  ...changeDefaults,
  method: "POST",
  path: "/v1/client/subscriptions/{subscription_id}/cancel",
  errors: refusals,
  summary: "Let a subscription end with its current term",
});

export const cancelSubscriptionNow = endpoint({
  ...changeDefaults,
  method: "POST",
  path: "/v1/client/subscriptions/{subscription_id}/cancel-now",
  errors: [...refusals, "PAYMENT_FAILED"],
  summary: "End a subscription at once and refund its first payment whole",
  description:
    "Possible while `refund_offer` is not null. Repeated calls refund once. PAYMENT_FAILED: it has ended, and the refund was refused; CGX sees that.",
});

export const resumeSubscription = endpoint({
  ...changeDefaults,
  method: "POST",
  path: "/v1/client/subscriptions/{subscription_id}/resume",
  errors: refusals,
  summary: "Take the cancellation of a subscription back before it has ended",
});
