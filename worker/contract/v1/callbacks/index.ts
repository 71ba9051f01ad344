export * as email from "./email.ts";
export * as stripe from "./stripe.ts";
