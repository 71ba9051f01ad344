export * as stripe from "./stripe.ts";
