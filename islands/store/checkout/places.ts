import { aboveChargeMax } from "../../../worker/contract/buying/charge-limit.ts";
import { forCheckout } from "../../../worker/contract/buying/checkout-messages.ts";
import type { AnyErrcode } from "../../../worker/contract/errcodes.ts";
import type { Failed } from "../../lib/api.ts";

export type Place = "shipping" | "rate" | "billing" | "payment" | "order" | "tax" | "pay";
export type Problems = Partial<Record<Place, string>>;
type PlacedMessage = readonly [place: Place, message: string];

const placeByErrcode: Partial<Record<AnyErrcode, Place>> = {
  SHIPPING_ADDRESS_NOT_FOUND: "shipping",
  SHIPPING_RATE_NOT_FOUND: "rate",
  PAYMENT_METHOD_NOT_FOUND: "payment",
  PAYMENT_METHOD_EXPIRED: "payment",
  PAYMENT_FAILED: "payment",
  ORG_EMAIL_NOT_FOUND: "payment",
  CHECKOUT_URL_NOT_FOUND: "payment",
  TAX_CALCULATION_FAILED: "tax",
  CART_OUTDATED: "pay",
  DUPLICATE_ORG_SUBSCRIPTION: "pay",
  WRONG_SUBSCRIPTION_QUANTITY: "pay",
  INVALID_SUBSCRIPTION_QTY: "pay",
  PRODUCT_NOT_FOUND: "pay",
  PRODUCT_BASE_PRICE_NOT_FOUND: "pay",
  PRODUCT_PRICE_LEVEL_NOT_FOUND: "pay",
};

export type Refused = Pick<Failed, "errcode" | "issues" | "message"> & { status?: number };

/** Shown with a sign-in link. */
export const signedOut = "You have been signed out. What you chose is kept while you sign in.";

/** `ships` tells for which address the tax was calculated. */
export function placeOf({ status, errcode, issues, message }: Refused, ships: boolean): PlacedMessage {
  if (status === 401) return ["pay", signedOut];
  if (message === aboveChargeMax) return ["pay", aboveChargeMax];
  const sentence = (errcode && forCheckout[errcode]) ?? message;
  if (errcode === "TAX_LOCATION_INVALID") return [ships ? "shipping" : "billing", sentence];
  if (issues?.some(({ path }) => path.includes("po_number") || path.includes("note"))) return ["order", message];
  if (issues?.some(({ path }) => path.includes("billing"))) return ["billing", "Choose or enter a billing address."];
  return [(errcode && placeByErrcode[errcode]) ?? "pay", sentence];
}

/** The page reloads, because only the server knows the current cart. */
export const stales: readonly AnyErrcode[] = ["CART_OUTDATED", "PAYMENT_FAILED"];
