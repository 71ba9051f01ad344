export * as billing from "./billing.ts";
export * as invoices from "./invoices.ts";
export * as orders from "./orders.ts";
export * as orgProducts from "./org-products.ts";
export * as products from "./products.ts";
export * as subscriptions from "./subscriptions.ts";
