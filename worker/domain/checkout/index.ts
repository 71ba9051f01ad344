export { calculateCartTax } from "./cart-tax.ts";
export { checkoutCart } from "./checkout-cart.ts";
export { type CheckoutState, getCheckoutState } from "./checkout-state.ts";
export { processEvents, receiveEvent } from "./events.ts";
export { orderByLink } from "./order-by-link.ts";
export { cancelOrder, refundOrder } from "./refund-order.ts";
export { endPaymentsOf, reconcile, sweepAttempts } from "./sweep.ts";
