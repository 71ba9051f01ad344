import { expect, test } from "vitest";
import { endpoints } from "../../../worker/contract/index.ts";
import { updateOrgUser } from "../../../worker/contract/v1/org.ts";
import { createUnknownIds, buildValidInput } from "../../contract/calls/valid-input.ts";
import { impersonating } from "../../support/actors.ts";
import { everyNth } from "../../support/by-night.ts";
import { query } from "../../support/database.ts";
import { createUser } from "../../support/factories.ts";

/**
 * Calls that are refused to an administrator who impersonates a customer, even if the customer may make them (T13),
 * written by hand. Every other call of /v1 answers as to the customer; a new call belongs in one of the two lists.
 */
const refusedCalls = [
  // a second impersonation on top of the first
  "POST /v1/sso/impersonate-session",
  // money
  "POST /v1/client/invoices/pay",
  "PUT /v1/client/subscriptions/{subscription_id}/payment-method",
  "POST /v1/client/subscriptions/{subscription_id}/cancel",
  "POST /v1/client/subscriptions/{subscription_id}/cancel-now",
  "POST /v1/client/subscriptions/{subscription_id}/resume",
  "POST /v1/client/subscriptions/{subscription_id}/switch-preview",
  "POST /v1/client/subscriptions/{subscription_id}/switch",
  "DELETE /v1/client/subscriptions/{subscription_id}/switch",
  "POST /v1/client/orders",
  "POST /v1/store/approval-requests",
  "POST /v1/store/quotes",
  "POST /v1/client/quotes/{id}/accept",
  "POST /v1/client/quotes/{id}/reject",
  "POST /v1/client/quotes/{id}/withdraw",
  "POST /v1/client/quotes/{id}/messages",
  "POST /v1/client/approval-requests/{id}/approve",
  "POST /v1/client/approval-requests/{id}/reject",
  "POST /v1/client/approval-requests/{id}/cancel",
  "POST /v1/client/approval-rules",
  "PUT /v1/client/approval-rules/{id}",
  "DELETE /v1/client/approval-rules/{id}",
  "POST /v1/store/checkout/cart",
  "DELETE /v1/store/checkout/cart",
  "GET /v1/client/billing/payment-methods",
  "DELETE /v1/client/billing/payment-methods/{payment_method_id}",
  "GET /v1/client/billing/portal",
  "GET /v1/client/billing/setup-checkout",
  // the email address; the calls of mailed links need a cookie of their own (`customerCalls`)
  "POST /v1/sso/user/email-change",
  // the customer's security events, phone number and text messages
  "GET /v1/sso/user/security-events",
  "GET /v1/org/users/{id}/security-events",
  "GET /v1/sso/user/phone",
  "POST /v1/sso/user/phone",
  "PUT /v1/sso/user/phone",
  "DELETE /v1/sso/user/phone",
  "PUT /v1/sso/user/phone/types",
  // the customer's credentials and second factors
  "POST /v1/sso/session/refresh/options",
  "POST /v1/sso/session/refresh",
  "GET /v1/sso/user/security",
  "POST /v1/sso/user/passkeys/options",
  "POST /v1/sso/user/passkeys",
  "PUT /v1/sso/user/passkeys/{id}",
  "DELETE /v1/sso/user/passkeys/{id}",
  "POST /v1/sso/user/totp",
  "PUT /v1/sso/user/totp",
  "DELETE /v1/sso/user/totp",
  "POST /v1/sso/user/backup-codes",
  // agreements that only the customer can make
  "POST /v1/sso/license-agreement",
  // roles and invitations
  "POST /v1/org/users",
];
const allowedCalls = [
  "GET /v1/sso/session",
  "POST /v1/sso/session",
  "POST /v1/sso/session/code",
  "POST /v1/sso/session/passkey",
  "POST /v1/sso/session/passkey/options",
  "POST /v1/sso/session/second-factor",
  "POST /v1/sso/session/second-factor/options",
  "DELETE /v1/sso/session",
  "DELETE /v1/sso/impersonate-session",
  "POST /v1/sso/account-request",
  "GET /v1/sso/license-agreement",
  "GET /v1/sso/authorize",
  "GET /v1/sso/authorize/{client}",
  "POST /v1/sso/password-reset",
  "GET /v1/sso/user",
  "PUT /v1/sso/user",
  "POST /v1/sso/verification",
  "POST /v1/sso/token",
  "GET /v1/org/users",
  "GET /v1/org/users/{id}",
  // allowed without a change of roles
  "PUT /v1/org/users/{id}",
  "POST /v1/org/users/{id}/inactivate",
  "POST /v1/org/users/{id}/reactivate",
  "GET /v1/client/quotes",
  "GET /v1/client/quotes/{id}",
  "GET /v1/client/approval-rules",
  "GET /v1/client/approval-rules/{id}",
  "POST /v1/client/approval-rules/preview",
  "GET /v1/client/approval-requests",
  "GET /v1/client/approval-requests/{id}",
  "GET /v1/store/cart",
  "PUT /v1/store/cart",
  "DELETE /v1/store/cart",
  "GET /v1/store/cart/{cart_no}",
  "GET /v1/store/cart/tax",
  "GET /v1/store/cart/products",
  "POST /v1/store/cart/products/{id}",
  "PUT /v1/store/cart/products/{id}",
  "DELETE /v1/store/cart/products/{id}",
  "GET /v1/store/cart/shipping-rates",
  "GET /v1/store/products",
  "GET /v1/store/products/{id}",
  "GET /v1/store/categories",
  "GET /v1/store/tags/devices",
  "GET /v1/store/tags/platforms",
  "GET /v1/store/tags/software-use-cases",
  "GET /v1/client/invoices",
  "GET /v1/client/receivables",
  "GET /v1/client/invoices/{invoice_id}",
  "GET /v1/client/invoices/{invoice_id}/pdf",
  "GET /v1/client/invoices/{invoice_id}/download",
  "GET /v1/client/orders",
  "GET /v1/client/orders/{order_id}",
  "PUT /v1/client/orders/{order_id}",
  "GET /v1/client/search",
  "GET /v1/client/notification-settings",
  "PUT /v1/client/notification-settings",
  "GET /v1/client/subscriptions",
  "GET /v1/client/subscriptions/{subscription_id}",
  "GET /v1/client/products/lookup/{serial_number}",
  "GET /v1/client/notifications",
  "POST /v1/client/notification/{notification_id}/read",
  "POST /v1/client/notification/{notification_id}/unread",
  "POST /v1/client/notifications/read",
  "POST /v1/client/notifications/unread",
  "GET /v1/client/activity",
  "GET /v1/client/org",
  "PUT /v1/client/org",
  "GET /v1/client/org-products",
  "GET /v1/client/org-products/{id}",
  "GET /v1/client/org-products/{id}/software",
  "POST /v1/client/org-products",
  "PUT /v1/client/org-products/{id}",
  "PUT /v1/client/org-products/{id}/installed-version",
  "DELETE /v1/client/org-products/{id}",
  "GET /v1/client/software",
  "GET /v1/client/software/{name}/download",
  "GET /v1/client/downloads",
  "GET /v1/client/downloads/{object_id}",
  "GET /v1/client/downloads/{object_id}/redirect",
  "GET /v1/client/plugins/manifest",
  "POST /v1/application/logs",
  "GET /v1/flowpoint/links",
];

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
/**
 * Calls for members of an organization and for visitors. Calls that need the cookie of a mailed link are left out,
 * because they refuse every request without the cookie.
 */
const customerCalls = endpoints.filter(
  ({ path, access }) =>
    path.startsWith("/v1/") && !/^\/v1\/(admin|callbacks)\//.test(path) && !access.startsWith("verify:"),
);

test("somebody has decided about every call of /v1 whether who acts as a customer may make it", () => {
  expect([...refusedCalls, ...allowedCalls].toSorted()).toEqual(customerCalls.map(nameOf).toSorted());
});

// by day, every third allowed call and all refused calls are tested
const testedCalls = [
  ...customerCalls.filter((spec) => refusedCalls.includes(nameOf(spec))),
  ...everyNth(
    customerCalls.filter((spec) => allowedCalls.includes(nameOf(spec))),
    3,
  ),
];

test.each(testedCalls)("$method $path is refused, or not, while an administrator acts as a customer", async (spec) => {
  const customer = await createUser({ roles: ["org", "buyer", "user", "beta-tester"] });
  const { client } = await impersonating(customer);
  const { params, body } = buildValidInput(spec, { ...createUnknownIds(), org_id: customer.org_id });
  const answer = await client.call(spec, { params, ...(body === undefined ? {} : { body }) });
  const isRefused = `${answer.status} ${answer.errcode}` === "403 USR_NOT_AUTHORIZED";
  expect(isRefused, answer.text.slice(0, 200)).toBe(refusedCalls.includes(nameOf(spec)));
});

test("all of the console is refused, and changes nothing", async () => {
  const { client } = await impersonating();
  const adminCalls = endpoints.filter(({ path }) => path.startsWith("/v1/admin/"));
  expect(adminCalls.length).toBeGreaterThan(60);
  for (const spec of adminCalls) {
    const { params, body } = buildValidInput(spec);
    const answer = await client.call(spec, { params, ...(body === undefined ? {} : { body }) });
    expect(`${answer.status} ${answer.errcode}`, nameOf(spec)).toBe("403 USR_NOT_AUTHORIZED");
  }
});

test("a colleague's name is changed and their roles are not", async () => {
  const { client, customer } = await impersonating();
  const colleague = await createUser({ org_id: customer.org_id });
  const change = (body: object) => client.call(updateOrgUser, { params: { id: colleague.id }, body });
  expect((await change({ first_name: "Ada" })).status).toBe(200);
  const answer = await change({ first_name: "Eve", roles: ["user", "buyer"] });
  expect([answer.status, answer.errcode]).toEqual([403, "USR_NOT_AUTHORIZED"]);
  expect(await query("select first_name, roles from users where id = $1", [colleague.id])).toEqual([
    { first_name: "Ada", roles: ["user"] },
  ]);
});
