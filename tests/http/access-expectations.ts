import type { Principal } from "../support/actors.ts";

/** What a call answers to a caller before it looks at the input; `passes` is anything that is not 401 or 403. */
export type Decision = "passes" | "to sign-in" | `${401 | 403} ${string}`;

const decisions: Record<string, Decision> = {
  "+": "passes",
  L: "to sign-in",
  S: "401 SECURITY_CHECK_FAILED",
  J: "401 INVALID_JWT",
  M: "401 INVALID_JWT_MSG",
  I: "401 USR_INACTIVE",
  A: "403 USR_NOT_AGREED",
  R: "403 USR_NOT_AUTHORIZED",
};

const columns: Principal[] = [
  "visitor",
  "user",
  "buyer",
  "org",
  "admin",
  "inactive",
  "never agreed",
  "expired session",
  "revoked session",
  "impersonating admin",
  "bearer user",
];

/**
 * Written by hand from the specification and O-026, O-028, O-030, O-031, O-033, O-035, not from the contracts.
 * A column is a caller: visitor, user, buyer, org, admin; inactive, never agreed, expired, revoked; impersonating, bearer.
 */
const rows: [call: string, letters: string][] = [
  // Public: health, metrics, license agreement, account request, login, password reset request; verification (O-026).
  ["GET /health", "+++++ ++++ ++"],
  ["GET /metrics", "+++++ ++++ ++"],
  ["GET /openapi.json", "+++++ ++++ ++"],
  ["POST /v1/sso/account-request", "+++++ ++++ ++"],
  ["GET /v1/sso/license-agreement", "+++++ ++++ ++"],
  ["POST /v1/sso/password-reset", "+++++ ++++ ++"],
  ["POST /v1/sso/session", "+++++ ++++ ++"],
  ["POST /v1/sso/verification", "+++++ ++++ ++"],
  ["POST /v1/sso/token", "+++++ ++++ ++"],

  // A navigation: whoever has no usable session is sent to the sign-in page (O-026).
  ["GET /v1/sso/authorize", "L++++ LLLL ++"],
  ["GET /v1/sso/authorize/{client}", "L++++ LLLL ++"],

  // Verification-token cookies guard password reset, user setup and email change; nobody here has one.
  ["PUT /v1/sso/password-reset", "MMMMM MMMM MM"],
  ["PUT /v1/sso/user/setup", "MMMMM MMMM MM"],
  ["PUT /v1/sso/user/email-change", "MMMMM MMMM MM"],

  // Any session.
  ["GET /v1/sso/session", "S++++ IAJJ ++"],
  ["DELETE /v1/sso/session", "S++++ IAJJ ++"],
  ["GET /v1/sso/user", "S++++ IAJJ ++"],
  ["PUT /v1/sso/user", "S++++ IAJJ ++"],
  ["POST /v1/application/logs", "S++++ IAJJ ++"],
  ["GET /v1/flowpoint/links", "S++++ IAJJ ++"],
  // Not while an administrator acts as somebody else (T13).
  ["POST /v1/sso/user/email-change", "S++++ IAJJ R+"],

  // Impersonation is admin only; leaving it is for the administrator behind the session (O-035).
  ["POST /v1/sso/impersonate-session", "SRRR+ IAJJ RR"],
  ["DELETE /v1/sso/impersonate-session", "SRRR+ IAJJ +R"],

  // All /v1/admin routes need an admin session.
  ["GET /v1/admin/account-requests", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/account-requests/{request_id}/approve", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/account-requests/{request_id}/reject", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/account-requests/approve", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/account-requests/reject", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/users", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/users/{user_id}", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users", "SRRR+ IAJJ RR"],
  ["PUT /v1/admin/users/{user_id}", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/email-change", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/inactivate", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/reactivate", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/password-reset", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/users/{user_id}/verification-url", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/invoices", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/invoices/{invoice_id}/download", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/invoices/{invoice_id}/sync-needed", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/orders", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/orders/{order_id}", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/orders/{order_id}/cancel", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/orders/{order_id}/refund", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/products", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/products/categories", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/products/lookup/{serial_number}", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/products/{product_id}", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/products/{product_id}/publish", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/products/{product_id}/unpublish", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/products/{product_id}/archive", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/products/{product_id}/unarchive", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/subscriptions", "SRRR+ IAJJ RR"],
  ["GET /v1/admin/subscriptions/{subscription_id}", "SRRR+ IAJJ RR"],
  ["POST /v1/admin/subscriptions", "SRRR+ IAJJ RR"],
  ["PUT /v1/admin/subscriptions/{subscription_id}", "SRRR+ IAJJ RR"],

  // Store product routes allow a visitor; whoever shows a session must show a usable one (O-030).
  ["GET /v1/store/products", "+++++ IAJJ ++"],
  ["GET /v1/store/products/{id}", "+++++ IAJJ ++"],
  // Categories and tags are public.
  ["GET /v1/store/categories", "+++++ ++++ ++"],
  ["GET /v1/store/tags/devices", "+++++ ++++ ++"],
  ["GET /v1/store/tags/platforms", "+++++ ++++ ++"],
  ["GET /v1/store/tags/software-use-cases", "+++++ ++++ ++"],

  // The cart needs org or buyer, which admin does not imply (O-033).
  ["GET /v1/store/cart", "SR++R IAJJ +R"],
  ["PUT /v1/store/cart", "SR++R IAJJ +R"],
  ["DELETE /v1/store/cart", "SR++R IAJJ +R"],
  ["GET /v1/store/cart/{cart_no}", "SR++R IAJJ +R"],
  ["GET /v1/store/cart/tax", "SR++R IAJJ +R"],
  ["GET /v1/store/cart/products", "SR++R IAJJ +R"],
  ["POST /v1/store/cart/products/{id}", "SR++R IAJJ +R"],
  ["PUT /v1/store/cart/products/{id}", "SR++R IAJJ +R"],
  ["DELETE /v1/store/cart/products/{id}", "SR++R IAJJ +R"],
  ["GET /v1/store/cart/shipping-rates", "SR++R IAJJ +R"],
  // Nobody spends a customer's money by acting as them (T13).
  ["POST /v1/store/checkout/cart", "SR++R IAJJ RR"],

  // Billing and invoices need org or buyer; payment methods are out of reach while impersonating (T13).
  ["GET /v1/client/billing/payment-methods", "SR++R IAJJ RR"],
  ["DELETE /v1/client/billing/payment-methods/{payment_method_id}", "SR++R IAJJ RR"],
  ["GET /v1/client/billing/portal", "SR++R IAJJ RR"],
  ["GET /v1/client/billing/setup-checkout", "SR++R IAJJ RR"],
  ["GET /v1/client/invoices", "SR++R IAJJ +R"],
  ["GET /v1/client/invoices/{invoice_id}/download", "SR++R IAJJ +R"],

  // Other client routes need any session; an order is a purchase (O-098, T13).
  ["GET /v1/client/orders", "S++++ IAJJ ++"],
  ["GET /v1/client/orders/{order_id}", "S++++ IAJJ ++"],
  ["POST /v1/client/orders", "S++++ IAJJ R+"],
  ["GET /v1/client/subscriptions", "S++++ IAJJ ++"],
  ["GET /v1/client/subscriptions/{subscription_id}", "S++++ IAJJ ++"],
  ["GET /v1/client/products/lookup/{serial_number}", "S++++ IAJJ ++"],

  // Payment-provider callbacks need a signature, and no session stands in for it (O-030).
  ["POST /v1/callbacks/stripe/charge/dispute/created", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/charge/dispute/funds-reinstated", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/charge/dispute/funds-withdrawn", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/charge/refunded", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/charge/refund/updated", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/checkout/session/completed", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/customer/updated", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/customer/subscription/deleted", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/customer/subscription/updated", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/invoice/payment-failed", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/invoice/payment-succeeded", "SSSSS SSSS SS"],
  ["POST /v1/callbacks/stripe/invoice/upcoming", "SSSSS SSSS SS"],
];

/** Every call with the decision for every caller. */
export const expectations: { call: string; expected: Record<Principal, Decision> }[] = rows.map(([call, letters]) => {
  const marks = [...letters.replaceAll(" ", "")];
  if (marks.length !== columns.length)
    throw new Error(`${call} has ${marks.length} marks instead of ${columns.length}`);
  const pairs = columns.map((name, column) => [name, decisions[marks[column] ?? ""]]);
  // fromEntries forgets that every principal is there
  return { call, expected: Object.fromEntries(pairs) as Record<Principal, Decision> };
});
