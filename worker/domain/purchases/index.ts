export { type CanceledPayment, cancelPayment } from "./cancel-payment.ts";
export { type CheckoutResult, getCheckoutResult } from "./checkout-result.ts";
export { readCheckoutFacts } from "./checkout-facts.ts";
export { findPayment, isOwed, type Payment, type PaymentPart } from "./find-payment.ts";
