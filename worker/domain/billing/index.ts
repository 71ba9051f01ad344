export { followCustomer, readOwnBilling, requireCustomer } from "./customer.ts";
export {
  balanceOf,
  deletePaymentMethod,
  isExpired,
  listMethodsOf,
  listPaymentMethods,
  type PaymentMethod,
  requirePaymentMethod,
} from "./payment-methods.ts";
export { openBillingPortal, openSetupCheckout } from "./provider-pages.ts";
export { readStatement, type StatementLine } from "./read-statement.ts";
