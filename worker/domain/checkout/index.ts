export { calculateCartTax } from "./cart-tax.ts";
export { checkoutCart } from "./checkout-cart.ts";
export { type CheckoutState, getCheckoutState } from "./checkout-state.ts";
export { orderByLink } from "./order-by-link.ts";
