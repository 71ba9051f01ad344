import * as z from "zod/mini";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { paymentMethod } from "../../entities/payment-method.ts";
import { freeText } from "../../fields.ts";
import { listReply } from "../../paging.ts";

const callDefaults = { access: "see_billing", status: 200, not_impersonated: true, tag: "Billing" } as const;
const urlReply = reply({ url: z.string() });

export const listPaymentMethods = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/billing/payment-methods",
  reply: listReply(paymentMethod),
  errors: ["ORG_NOT_FOUND"],
  summary: "List the payment methods of the organization",
});

export const deletePaymentMethod = endpoint({
  ...callDefaults,
  method: "DELETE",
  path: "/v1/client/billing/payment-methods/{payment_method_id}",
  params: z.object({ payment_method_id: freeText(255, "Id at the payment provider") }),
  query: z.object({
    replacement_id: z.optional(freeText(255, "Payment method that the plans renewing with the removed one get")),
  }),
  reply: emptyReply,
  errors: [
    "PAYMENT_METHOD_NOT_FOUND",
    "PAYMENT_METHOD_EXPIRED",
    "PAYMENT_METHOD_IN_USE",
    "STRIPE_SUBSCRIPTION_MODIFICATION_ERROR",
  ],
  summary: "Remove a payment method",
});

export const openBillingPortal = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/billing/portal",
  reply: urlReply,
  errors: ["ORG_EMAIL_NOT_FOUND", "CHECKOUT_URL_NOT_FOUND"],
  summary: "Get the payment provider's page to manage payment methods",
});

export const openSetupCheckout = endpoint({
  ...callDefaults,
  method: "GET",
  path: "/v1/client/billing/setup-checkout",
  query: z.object({ redirect_uri: z.optional(freeText(1024, "Page of the store or portal to return to")) }),
  reply: urlReply,
  errors: ["ORG_EMAIL_NOT_FOUND", "CHECKOUT_URL_NOT_FOUND"],
  summary: "Get the payment provider's page to add a payment method",
});
