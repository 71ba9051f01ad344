export { calculateCartTax } from "./cart-tax.ts";
export { checkoutCart } from "./checkout-cart.ts";
export { type CheckoutResult, getCheckoutResult, isPaymentUndecided } from "./checkout-result.ts";
