export { followCustomer, requireCustomer } from "./customer.ts";
export { deletePaymentMethod, isExpired, listPaymentMethods, requirePaymentMethod } from "./payment-methods.ts";
export { openPortal, openSetupCheckout } from "./provider-pages.ts";
