export { calculateCartTax } from "./cart-tax.ts";
export { checkoutCart } from "./checkout-cart.ts";
