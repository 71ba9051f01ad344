import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { approvalRequestShape } from "../../entities/approval.ts";
import { freeText } from "../../fields.ts";
import { checkoutCart } from "./checkout.ts";

const { updated_at, terms_version } = checkoutCart.body.shape;

export const createApprovalRequest = endpoint({
  method: "POST",
  path: "/v1/store/approval-requests",
  access: "buy",
  not_impersonated: true,
  body: z.object({
    updated_at,
    note: z.nullish(freeText(1000, "Note to the approvers")),
    po_number: z.nullish(freeText(64, "Purchase order number of the buyer; replaces that of the cart")),
    terms_version,
  }),
  status: 201,
  reply: reply(approvalRequestShape),
  errors: [
    ...checkoutCart.errors.filter((code) => code !== "ORDER_APPROVAL_REQUIRED" && code !== "CART_PARTIALLY_FULFILLED"),
    "APPROVAL_NOT_NEEDED",
  ],
  tag: "Cart",
  summary: "Send the cart for approval",
  description:
    "Freezes lines, prices, tax, shipping, addresses and payment method for 14 days, and empties the cart. Safe to retry: one version of a cart is sent once.",
});
