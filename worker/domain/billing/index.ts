export { followCustomer, requireCustomer } from "./customer.ts";
export { deletePaymentMethod, isExpired, listPaymentMethods, requirePaymentMethod } from "./payment-methods.ts";
export { openBillingPortal, openSetupCheckout } from "./provider-pages.ts";
