import type { MessagesByErrcode } from "../messages.ts";

/** Shown at checkout with a link to the subscriptions. */
export const duplicatePlanAtCheckout =
  "Your organization already has a subscription to a plan in this cart. Remove the plan from the cart to go on.";

export const forCheckout: MessagesByErrcode = {
  SHIPPING_ADDRESS_NOT_FOUND: "Choose where the devices shall be sent.",
  SHIPPING_RATE_NOT_FOUND: "Choose how the devices shall be sent. This way of shipping does not go to that country.",
  PAYMENT_METHOD_NOT_FOUND: "Choose a payment method. The one chosen before is no longer there.",
  PAYMENT_METHOD_EXPIRED: "This payment method has expired. Choose another one, or add one.",
  PAYMENT_FAILED:
    "The payment was declined and nothing was charged. Choose another payment method, or ask your bank why.",
  ORG_EMAIL_NOT_FOUND:
    "Your organization has no billing email, so nothing can be billed. Ask your organization’s manager to add one.",
  CHECKOUT_URL_NOT_FOUND: "The payment provider’s page cannot be opened now. Please try again in a moment.",
  TAX_CALCULATION_FAILED: "Tax cannot be calculated now. Nothing was charged.",
  CART_OUTDATED: "Your cart has been updated. This is how it looks now; please check it before you pay.",
  DUPLICATE_ORG_SUBSCRIPTION: duplicatePlanAtCheckout,
  WRONG_SUBSCRIPTION_QUANTITY: "A plan can be bought only once. Set its quantity to 1 in the cart.",
  INVALID_SUBSCRIPTION_QTY: "A plan can be bought only once. Set its quantity to 1 in the cart.",
  PRODUCT_NOT_FOUND: "Something in your cart is no longer sold. Go to the cart to remove it.",
  PRODUCT_BASE_PRICE_NOT_FOUND: "Something in your cart has no price. Go to the cart to remove it.",
  PRODUCT_PRICE_LEVEL_NOT_FOUND:
    "Something in your cart has no price for your organization. Go to the cart to remove it.",
  TAX_LOCATION_INVALID: "Tax cannot be calculated for this address. Check its postal code, city and state.",
};
