export * as email from "./email.ts";
export * as netSuite from "./net-suite.ts";
export * as sms from "./sms.ts";
export * as stripe from "./stripe.ts";
