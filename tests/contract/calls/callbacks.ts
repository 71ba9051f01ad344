import { type Rows, emailSignature, netSuiteToken, signature, smsSignature } from "./row.ts";

/**
 * Webhooks of the payment, email and text message providers need a signature instead of a session (O-030). The body has
 * no schema, because the signature covers its bytes.
 */
export const callbacks: Rows = {
  "POST /v1/callbacks/email": emailSignature,
  "POST /v1/callbacks/sms": smsSignature,
  // The accounting system sends a token header (O-116); the worker ignores the body.
  "POST /v1/callbacks/net-suite/customers/{customer_id}": netSuiteToken,
  "POST /v1/callbacks/stripe/charge/dispute/created": signature,
  "POST /v1/callbacks/stripe/charge/dispute/funds-reinstated": signature,
  "POST /v1/callbacks/stripe/charge/dispute/funds-withdrawn": signature,
  "POST /v1/callbacks/stripe/charge/refunded": signature,
  "POST /v1/callbacks/stripe/charge/refund/updated": signature,
  "POST /v1/callbacks/stripe/checkout/session/completed": signature,
  "POST /v1/callbacks/stripe/customer/updated": signature,
  "POST /v1/callbacks/stripe/customer/subscription/deleted": signature,
  "POST /v1/callbacks/stripe/customer/subscription/updated": signature,
  // Extension: takes all types of events. The specification has twelve Stripe paths, each with one type.
  "POST /v1/callbacks/stripe/events": signature,
  "POST /v1/callbacks/stripe/invoice/payment-failed": signature,
  "POST /v1/callbacks/stripe/invoice/payment-succeeded": signature,
  "POST /v1/callbacks/stripe/invoice/upcoming": signature,
};
