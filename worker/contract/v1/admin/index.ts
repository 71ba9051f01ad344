export * as accountRequests from "./account-requests.ts";
export * as invoices from "./invoices.ts";
export * as notifications from "./notifications.ts";
export * as orders from "./orders.ts";
export * as organizations from "./organizations.ts";
export * as products from "./products.ts";
export * as subscriptions from "./subscriptions.ts";
export * as users from "./users.ts";
