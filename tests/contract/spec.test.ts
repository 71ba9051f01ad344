import { expect, test } from "vitest";
import { endpoints } from "../../worker/contract/index.ts";

/**
 * The calls that exist, written by hand from the specification and its decisions: method, path, who may
 * call, bot check, fields of the body. A difference to the contracts means that one of the two is wrong.
 */
const calls: [method: string, path: string, access: string, captcha: string, body: string][] = [
  ["GET", "/health", "public", "", ""],
  ["GET", "/metrics", "public", "", ""],
  ["GET", "/openapi.json", "public", "", ""],

  ["POST", "/v1/sso/account-request", "public", "requestAccount", "first_name, last_name, org_name, email, serial"],
  ["GET", "/v1/sso/license-agreement", "public", "", ""],
  // A browser's navigation: without a session it leads to the sign-in page (O-026); without a client to the storefront (O-022).
  ["GET", "/v1/sso/authorize", "navigation", "", ""],
  ["GET", "/v1/sso/authorize/{client}", "navigation", "", ""],
  ["POST", "/v1/sso/impersonate-session", "admin", "", "user_id"],
  // Checked against the administrator behind the session (O-035).
  ["DELETE", "/v1/sso/impersonate-session", "admin-behind-session", "", ""],
  ["POST", "/v1/sso/password-reset", "public", "recoverPassword", "email"],
  ["PUT", "/v1/sso/password-reset", "verify:email-password-reset", "", "new_password"],
  ["GET", "/v1/sso/session", "session", "", ""],
  ["POST", "/v1/sso/session", "public", "signIn", "username, password"],
  ["DELETE", "/v1/sso/session", "session", "", ""],
  ["PUT", "/v1/sso/user/setup", "verify:user-setup", "", "password, agreement_version"],
  ["GET", "/v1/sso/user", "session", "", ""],
  ["PUT", "/v1/sso/user", "session", "", "first_name, last_name, phone, notification_settings"],
  ["POST", "/v1/sso/user/email-change", "session", "", "new_email"],
  ["PUT", "/v1/sso/user/email-change", "verify:email-change", "", ""],
  ["POST", "/v1/sso/verification", "public", "", "scope, user_id, code"],
  ["POST", "/v1/sso/token", "public", "", "code, code_verifier"],

  ["GET", "/v1/admin/account-requests", "admin", "", ""],
  ["POST", "/v1/admin/account-requests/{request_id}/approve", "admin", "", "org_id, roles, serial_number"],
  ["POST", "/v1/admin/account-requests/{request_id}/reject", "admin", "", ""],
  ["POST", "/v1/admin/account-requests/approve", "admin", "", "request_ids, org_id, roles, serial_numbers"],
  ["POST", "/v1/admin/account-requests/reject", "admin", "", "request_ids"],

  ["GET", "/v1/admin/users", "admin", "", ""],
  ["GET", "/v1/admin/users/{user_id}", "admin", "", ""],
  ["POST", "/v1/admin/users", "admin", "", "org_id, email, first_name, last_name, phone, roles"],
  ["PUT", "/v1/admin/users/{user_id}", "admin", "", "org_id, first_name, last_name, phone, roles"],
  ["POST", "/v1/admin/users/{user_id}/email-change", "admin", "", "new_email"],
  ["POST", "/v1/admin/users/{user_id}/inactivate", "admin", "", ""],
  ["POST", "/v1/admin/users/{user_id}/reactivate", "admin", "", ""],
  ["POST", "/v1/admin/users/{user_id}/password-reset", "admin", "", ""],
  ["POST", "/v1/admin/users/{user_id}/verification-url", "admin", "", "scope"],

  ["GET", "/v1/admin/invoices", "admin", "", ""],
  ["GET", "/v1/admin/invoices/{invoice_id}/download", "admin", "", ""],
  // The body may be left out (O-109).
  ["POST", "/v1/admin/invoices/{invoice_id}/sync-needed", "admin", "", "is_net_suite_sync_needed"],

  // Extensions, without which there is no console (O-024).
  ["GET", "/v1/admin/orders", "admin", "", ""],
  ["GET", "/v1/admin/orders/{order_id}", "admin", "", ""],
  ["POST", "/v1/admin/orders/{order_id}/cancel", "admin", "", ""],
  ["POST", "/v1/admin/orders/{order_id}/refund", "admin", "", "amount"],

  ["GET", "/v1/admin/products/lookup/{serial_number}", "admin", "", ""],
  ["GET", "/v1/admin/products/categories", "admin", "", ""],
  ["GET", "/v1/admin/products", "admin", "", ""],
  ["POST", "/v1/admin/products/{product_id}/publish", "admin", "", ""],
  ["POST", "/v1/admin/products/{product_id}/unpublish", "admin", "", ""],
  // Extensions (O-024).
  ["GET", "/v1/admin/products/{product_id}", "admin", "", ""],
  ["POST", "/v1/admin/products/{product_id}/archive", "admin", "", ""],
  ["POST", "/v1/admin/products/{product_id}/unarchive", "admin", "", ""],

  ["GET", "/v1/admin/subscriptions", "admin", "", ""],
  ["POST", "/v1/admin/subscriptions", "admin", "", "product_id, start_date, end_date, org_id"],
  ["PUT", "/v1/admin/subscriptions/{subscription_id}", "admin", "", "start_date, end_date, status"],
  // Extension (O-024).
  ["GET", "/v1/admin/subscriptions/{subscription_id}", "admin", "", ""],

  ["GET", "/v1/store/cart", "org-or-buyer", "", ""],
  ["PUT", "/v1/store/cart", "org-or-buyer", "", "address, stripe_payment_method, shipping_rate_id, products"],
  ["DELETE", "/v1/store/cart", "org-or-buyer", "", ""],
  ["GET", "/v1/store/cart/{cart_no}", "org-or-buyer", "", ""],
  ["GET", "/v1/store/cart/tax", "org-or-buyer", "", ""],
  ["GET", "/v1/store/cart/products", "org-or-buyer", "", ""],
  ["POST", "/v1/store/cart/products/{id}", "org-or-buyer", "", "quantity"],
  ["PUT", "/v1/store/cart/products/{id}", "org-or-buyer", "", "quantity"],
  ["DELETE", "/v1/store/cart/products/{id}", "org-or-buyer", "", ""],
  ["GET", "/v1/store/cart/shipping-rates", "org-or-buyer", "", ""],
  ["POST", "/v1/store/checkout/cart", "org-or-buyer", "", "updated_at"],
  ["GET", "/v1/store/products", "visitor-or-session", "", ""],
  ["GET", "/v1/store/products/{id}", "visitor-or-session", "", ""],
  ["GET", "/v1/store/categories", "public", "", ""],
  ["GET", "/v1/store/tags/devices", "public", "", ""],
  ["GET", "/v1/store/tags/platforms", "public", "", ""],
  ["GET", "/v1/store/tags/software-use-cases", "public", "", ""],

  ["GET", "/v1/client/billing/payment-methods", "org-or-buyer", "", ""],
  ["DELETE", "/v1/client/billing/payment-methods/{payment_method_id}", "org-or-buyer", "", ""],
  ["GET", "/v1/client/billing/portal", "org-or-buyer", "", ""],
  ["GET", "/v1/client/billing/setup-checkout", "org-or-buyer", "", ""],
  ["GET", "/v1/client/invoices", "org-or-buyer", "", ""],
  ["GET", "/v1/client/invoices/{invoice_id}/download", "org-or-buyer", "", ""],
  // Any session, although the cart needs org or buyer (O-098).
  ["GET", "/v1/client/orders", "session", "", ""],
  ["GET", "/v1/client/orders/{order_id}", "session", "", ""],
  ["POST", "/v1/client/orders", "session", "", "products"],
  ["GET", "/v1/client/subscriptions", "session", "", ""],
  ["GET", "/v1/client/subscriptions/{subscription_id}", "session", "", ""],
  ["GET", "/v1/client/products/lookup/{serial_number}", "session", "", ""],

  // The provider's event is read raw, because its signature covers the bytes: no body schema.
  ["POST", "/v1/callbacks/stripe/charge/dispute/created", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/charge/dispute/funds-reinstated", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/charge/dispute/funds-withdrawn", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/charge/refunded", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/charge/refund/updated", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/checkout/session/completed", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/customer/updated", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/customer/subscription/deleted", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/customer/subscription/updated", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/invoice/payment-failed", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/invoice/payment-succeeded", "stripe-signature", "", ""],
  ["POST", "/v1/callbacks/stripe/invoice/upcoming", "stripe-signature", "", ""],

  ["POST", "/v1/application/logs", "session", "", "message, level, event, device"],
  ["GET", "/v1/flowpoint/links", "session", "", ""],
];

type Shaped = { shape?: Record<string, unknown>; innerType?: { _zod: { def: Shaped } } };

const fieldsOf = (def: Shaped | undefined): string =>
  def?.innerType ? fieldsOf(def.innerType._zod.def) : Object.keys(def?.shape ?? {}).join(", ");

const byPath = (one: string[], other: string[]) => (`${one[1]} ${one[0]}` < `${other[1]} ${other[0]}` ? -1 : 1);

test("the contracts name exactly the calls of the specification, with their guards and bodies", () => {
  const contracts = endpoints.map((spec) => {
    // zod keeps the fields of an object in its definition
    const def = spec.body?._zod.def as Shaped | undefined;
    return [spec.method, spec.path, spec.access, spec.captcha ?? "", fieldsOf(def)];
  });
  expect(contracts.toSorted(byPath)).toEqual(calls.toSorted(byPath));
});

test("no two calls share a verb or an address", () => {
  expect(new Set(endpoints.map(({ verb }) => verb)).size).toBe(endpoints.length);
  expect(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpoints.length);
});

test("what makes a resource and answers it in full is a 201, and a body over 10,240 bytes is too long for the log alone", () => {
  const statuses = endpoints
    .filter(({ method, status }) => method === "POST" && status === 201)
    .map(({ path }) => path);
  expect(statuses.toSorted()).toEqual([
    "/v1/admin/subscriptions",
    "/v1/admin/users",
    "/v1/client/orders",
    "/v1/sso/impersonate-session",
    "/v1/sso/session",
  ]);
  const limited = endpoints.filter(({ body_bytes_max }) => body_bytes_max !== undefined);
  expect(limited.map(({ path, body_bytes_max }) => [path, body_bytes_max])).toEqual([["/v1/application/logs", 10_240]]);
});
