import { aboveChargeMaxMessage } from "../../../worker/contract/buying/charge-limit.ts";
import type { AnyErrcode } from "../../../worker/contract/errcodes.ts";
import type { FailedOutcome } from "../../lib/api.ts";

export type Place = "shipping" | "rate" | "billing" | "payment" | "order" | "tax" | "pay";
export type Problems = Partial<Record<Place, string>>;
type PlacedMessage = readonly [place: Place, message: string];

export const duplicatePlanMessage =
  "Your organization already has a subscription to a plan in this cart. Remove the plan from the cart to continue.";

const messages: Partial<Record<AnyErrcode, PlacedMessage>> = {
  SHIPPING_ADDRESS_NOT_FOUND: ["shipping", "Choose a shipping address."],
  SHIPPING_RATE_NOT_FOUND: [
    "rate",
    "Choose how to ship the devices. This way of shipping does not go to that country.",
  ],
  PAYMENT_METHOD_NOT_FOUND: ["payment", "Choose a payment method. The one you chose before is no longer available."],
  PAYMENT_METHOD_EXPIRED: ["payment", "This payment method has expired. Choose another one, or add one."],
  PAYMENT_FAILED: [
    "payment",
    "The payment was declined and nothing was charged. Choose another payment method, or ask your bank why.",
  ],
  PO_NUMBER_REQUIRED: ["order", "Enter a PO number: orders on account need one."],
  ORG_EMAIL_NOT_FOUND: [
    "payment",
    "Your organization has no billing email, so nothing can be billed. Ask your organization’s manager to add one.",
  ],
  CHECKOUT_URL_NOT_FOUND: [
    "payment",
    "The payment provider’s page cannot be opened right now. Please try again in a moment.",
  ],
  TAX_CALCULATION_FAILED: ["tax", "Tax cannot be calculated right now. Nothing was charged."],
  CART_OUTDATED: ["pay", "Your cart has been updated. This is how it looks now; please check it before you pay."],
  ORDER_APPROVAL_REQUIRED: ["pay", "This order needs an approval in your organization now. Send it for approval."],
  APPROVAL_NOT_NEEDED: ["pay", "This order needs no approval any more. Please check it before you pay."],
  DUPLICATE_ORG_SUBSCRIPTION: ["pay", duplicatePlanMessage],
  WRONG_SUBSCRIPTION_QUANTITY: ["pay", "A plan can be bought only once. Set its quantity to 1 in the cart."],
  INVALID_SUBSCRIPTION_QTY: ["pay", "A plan can be bought only once. Set its quantity to 1 in the cart."],
  PRODUCT_NOT_FOUND: ["pay", "Something in your cart is no longer sold. Go to the cart to remove it."],
  PRODUCT_BASE_PRICE_NOT_FOUND: ["pay", "Something in your cart has no price. Go to the cart to remove it."],
  PRODUCT_PRICE_LEVEL_NOT_FOUND: [
    "pay",
    "Something in your cart has no price for your organization. Go to the cart to remove it.",
  ],
  TAX_LOCATION_INVALID: [
    "shipping",
    "Tax cannot be calculated for this address. Check its postal code, city and state.",
  ],
};

export type CheckoutError = Pick<FailedOutcome, "errcode" | "issues" | "message"> & { status?: number };

export const signedOutMessage = "You have been signed out. What you chose is kept while you sign in.";

/**
 * With `ships`, the shipping address decides the tax, otherwise the billing address. Errors without a message of their
 * own, such as a lost connection, are shown at `otherwise`.
 */
export function toPlacedMessage(
  { status, errcode, issues, message }: CheckoutError,
  ships: boolean,
  otherwise: Place = "pay",
): PlacedMessage {
  if (status === 401) return ["pay", signedOutMessage];
  if (message === aboveChargeMaxMessage) return ["pay", aboveChargeMaxMessage];
  const errorMessage = errcode && messages[errcode];
  if (errorMessage && errcode === "TAX_LOCATION_INVALID" && !ships) return ["billing", errorMessage[1]];
  if (issues?.some(({ path }) => path.includes("po_number") || path.includes("note"))) return ["order", message];
  if (issues?.some(({ path }) => path.includes("billing"))) return ["billing", "Choose or enter a billing address."];
  return errorMessage ?? [otherwise, message];
}

/** Errors that reload the page, because only the server knows the current cart. */
export const staleErrcodes: readonly AnyErrcode[] = [
  "CART_OUTDATED",
  "PAYMENT_FAILED",
  "ORDER_APPROVAL_REQUIRED",
  "APPROVAL_NOT_NEEDED",
];
