export * as approvalRequests from "./approval-requests.ts";
export * as cart from "./cart.ts";
export * as checkout from "./checkout.ts";
export * as products from "./products.ts";
export * as quotes from "./quotes.ts";
