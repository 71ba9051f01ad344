// A hand-written table of the calls and pages that each preset may use.
import { expect, test } from "vitest";
import { type StaffPreset, staffPresets } from "../../db/enums.ts";
import { endpoints } from "../../worker/contract/index.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { getOverview } from "../../worker/contract/v1/admin/overview.ts";
import { findCall } from "../contract/calls/index.ts";
import { buildValidInput } from "../contract/calls/valid-input.ts";
import { signedInAdmin } from "../support/actors.ts";

/** Permissions of each preset besides the owner, who may do everything: written by hand, never from the contracts. */
const areasByPreset: Record<Exclude<StaffPreset, "owner">, { acts: string; reads: string }> = {
  support: {
    acts: "people organizations requests orders quotes devices subscriptions impersonation",
    reads: "invoices refunds software notifications audit integrations",
  },
  warehouse: { acts: "orders shipping", reads: "products" },
  finance: {
    acts: "quotes invoices refunds finance reconciliation",
    reads: "orders subscriptions organizations audit integrations",
  },
  // authors of news also read sent notifications
  catalogue: { acts: "products prices shipping_rates software releases news", reads: "orders notifications" },
};

function isPermitted(preset: StaffPreset, permission: string): boolean {
  if (preset === "owner") return true;
  const [area = "", kind] = permission.split(":");
  const { acts, reads } = areasByPreset[preset];
  return acts.split(" ").includes(area) || (kind === "read" && reads.split(" ").includes(area));
}

const callsByPermission: Record<string, string[]> = {
  "finance:read": ["GET /v1/admin/finance", "GET /v1/admin/ledger"],
  "audit:read": ["GET /v1/admin/audit", "GET /v1/admin/audit/check"],
  "audit:act": ["POST /v1/admin/audit/check"],
  "devices:read": [
    "GET /v1/admin/device-claims",
    "GET /v1/admin/made-serials",
    "GET /v1/admin/organizations/{org_id}/org-products",
    "GET /v1/admin/organizations/{org_id}/org-products/{id}",
  ],
  "devices:act": [
    "DELETE /v1/admin/organizations/{org_id}/org-products/{id}",
    "POST /v1/admin/device-claims/remove",
    "POST /v1/admin/device-claims/verify",
    "POST /v1/admin/made-serials",
    "POST /v1/admin/organizations/{org_id}/org-products",
  ],
  "impersonation:act": ["POST /v1/sso/impersonate-session"],
  "integrations:read": [
    "GET /v1/admin/callbacks",
    "GET /v1/admin/client-errors",
    "GET /v1/admin/client-errors/{id}",
    "GET /v1/admin/net-suite/export-invoices",
    "GET /v1/admin/net-suite/import-tracking-number",
    "GET /v1/admin/net-suite/organizations/sync",
    "GET /v1/admin/net-suite/products/sync",
    "GET /v1/admin/outbox",
    "GET /v1/admin/tasks",
    "GET /v1/admin/tasks/{name}/runs",
    "GET /v1/admin/workers/import-flowpoint-versions",
    "GET /v1/admin/workers/import-plugins-latest-builds",
    "GET /v1/admin/workers/subscription-status-update",
  ],
  "integrations:act": [
    "POST /v1/admin/callbacks/{id}/retry",
    "POST /v1/admin/net-suite/export-invoices",
    "POST /v1/admin/net-suite/import-tracking-number",
    "POST /v1/admin/net-suite/organizations/sync",
    "POST /v1/admin/net-suite/products/sync",
    "POST /v1/admin/notification-task",
    "POST /v1/admin/notifications/resend",
    "POST /v1/admin/orders/shipping/run-sync",
    "POST /v1/admin/tasks/{name}/runs/{id}/retry",
    "POST /v1/admin/workers/import-flowpoint-versions",
    "POST /v1/admin/workers/import-plugins-latest-builds",
    "POST /v1/admin/workers/subscription-status-update",
  ],
  "invoices:read": [
    "GET /v1/admin/receivables",
    "GET /v1/admin/invoices",
    "GET /v1/admin/invoices/{invoice_id}",
    "GET /v1/admin/invoices/{invoice_id}/download",
  ],
  "invoices:act": [
    "POST /v1/admin/invoices/paid",
    "POST /v1/admin/invoices/remind",
    "POST /v1/admin/invoices/sync-needed",
    "POST /v1/admin/invoices/{invoice_id}/charge",
    "POST /v1/admin/invoices/{invoice_id}/paid",
    "POST /v1/admin/invoices/{invoice_id}/remind",
    "POST /v1/admin/invoices/{invoice_id}/reviewed",
    "POST /v1/admin/invoices/{invoice_id}/sync-needed",
    "POST /v1/admin/invoices/{invoice_id}/void",
    "POST /v1/admin/invoices/{invoice_id}/write-off",
  ],
  "news:act": [
    "DELETE /v1/admin/audiences/{id}",
    "POST /v1/admin/audiences",
    "POST /v1/admin/notifications/drafts",
    "POST /v1/admin/notifications/drafts/{id}/send",
    "PUT /v1/admin/audiences/{id}",
    "PUT /v1/admin/notifications/drafts/{id}/send-at",
    "POST /v1/admin/notifications/preview",
    "POST /v1/admin/notifications/send",
  ],
  "notifications:read": [
    "GET /v1/admin/audiences",
    "GET /v1/admin/notification-recipients",
    "GET /v1/admin/notifications",
    "GET /v1/admin/notifications/{id}",
  ],
  "orders:read": [
    "GET /v1/admin/orders",
    "GET /v1/admin/orders/{order_id}",
    "GET /v1/admin/orders/{order_id}/prices",
    "GET /v1/admin/orders/{order_id}/shipping",
    "GET /v1/admin/orders/{order_id}/shipping/packages",
  ],
  "orders:act": ["POST /v1/admin/orders/{order_id}/cancel", "PUT /v1/admin/orders/{order_id}/shipping-address"],
  "organizations:read": [
    "GET /v1/admin/industries",
    "GET /v1/admin/organization/{org_id}",
    "GET /v1/admin/organizations",
    "GET /v1/admin/organizations/{org_id}/downloads",
  ],
  "organizations:act": [
    "POST /v1/admin/organizations",
    "POST /v1/admin/organizations/price-level",
    "PUT /v1/admin/net-suite/organizations/{org_id}/sync",
    "PUT /v1/admin/organizations/{org_id}",
  ],
  "people:read": [
    "GET /v1/admin/users",
    "GET /v1/admin/users/{user_id}",
    "GET /v1/admin/users/{user_id}/second-factor",
    "GET /v1/admin/users/{user_id}/sessions",
  ],
  "people:act": [
    "POST /v1/admin/users/{user_id}/second-factor/recovery",
    "DELETE /v1/admin/users/{user_id}/second-factor/recovery",
    "DELETE /v1/admin/users/{user_id}/sessions",
    "DELETE /v1/admin/users/{user_id}/sessions/{session_id}",
    "POST /v1/admin/users",
    "POST /v1/admin/users/inactivate",
    "POST /v1/admin/users/set-up-links",
    "POST /v1/admin/users/{user_id}/email-change",
    "POST /v1/admin/users/{user_id}/inactivate",
    "POST /v1/admin/users/{user_id}/password-reset",
    "POST /v1/admin/users/{user_id}/reactivate",
    "POST /v1/admin/users/{user_id}/verification-url",
    "PUT /v1/admin/users/{user_id}",
  ],
  "prices:read": ["GET /v1/admin/price-levels", "GET /v1/admin/products/{product_id}/scheduled-prices"],
  "prices:act": [
    "DELETE /v1/admin/price-levels/{id}",
    "DELETE /v1/admin/products/{product_id}/scheduled-prices/{id}",
    "POST /v1/admin/price-levels",
    "POST /v1/admin/products/{product_id}/scheduled-prices",
    "PUT /v1/admin/price-levels/{id}",
    "PUT /v1/admin/product-prices",
  ],
  "products:read": [
    "GET /v1/admin/product-imports/{id}",
    "GET /v1/admin/product-imports/{id}/lines",
    "GET /v1/admin/products",
    "GET /v1/admin/products/categories",
    "GET /v1/admin/products/lookup/{serial_number}",
    "GET /v1/admin/products/{product_id}",
    "GET /v1/admin/products/{product_id}/images",
  ],
  "products:act": [
    "DELETE /v1/admin/products/{product_id}/images/{image_id}",
    "POST /v1/admin/product-imports",
    "POST /v1/admin/product-imports/{id}/confirm",
    "POST /v1/admin/products",
    "POST /v1/admin/products/archive",
    "POST /v1/admin/products/publish",
    "POST /v1/admin/products/unpublish",
    "POST /v1/admin/products/{product_id}/archive",
    "POST /v1/admin/products/{product_id}/images",
    "POST /v1/admin/products/{product_id}/publish",
    "POST /v1/admin/products/{product_id}/unarchive",
    "POST /v1/admin/products/{product_id}/unpublish",
    "PUT /v1/admin/net-suite/products/{product_id}/sync",
    "PUT /v1/admin/products/{product_id}",
    "PUT /v1/admin/products/{product_id}/images",
    "PUT /v1/admin/products/{product_id}/images/{image_id}",
    "PUT /v1/admin/products/{product_id}/publish-at",
  ],
  "reconciliation:read": [
    "GET /v1/admin/books/differences",
    "GET /v1/admin/books/differences/{id}",
    "GET /v1/admin/books/runs",
    "GET /v1/admin/books/runs/{id}",
  ],
  "reconciliation:act": ["POST /v1/admin/books/differences/{id}/close", "POST /v1/admin/books/runs"],
  // a preset that only reads refunds may request one
  "refunds:read": [
    "GET /v1/admin/refund-approvals",
    "POST /v1/admin/orders/{order_id}/refund",
    "POST /v1/admin/orders/{order_id}/refund/retry",
  ],
  "refunds:act": [
    "POST /v1/admin/orders/{order_id}/refund/paid-back",
    "POST /v1/admin/orders/{order_id}/refund/settled",
    "POST /v1/admin/refund-approvals/{id}/approve",
    "POST /v1/admin/refund-approvals/{id}/reject",
  ],
  "releases:act": [
    "POST /v1/admin/versions/{id}/stage",
    "POST /v1/admin/versions/{id}/withdraw",
    "POST /v1/admin/versions/{id}/publish",
    "PUT /v1/admin/version/{id}",
  ],
  "quotes:read": ["GET /v1/admin/quotes", "GET /v1/admin/quotes/{id}"],
  "quotes:act": [
    "POST /v1/admin/quotes",
    "PUT /v1/admin/quotes/{id}",
    "POST /v1/admin/quotes/{id}/send",
    "POST /v1/admin/quotes/{id}/decline",
    "POST /v1/admin/quotes/{id}/messages",
  ],
  "requests:read": ["GET /v1/admin/account-requests", "GET /v1/admin/account-requests/{request_id}"],
  "requests:act": [
    "POST /v1/admin/account-requests/approve",
    "POST /v1/admin/account-requests/reject",
    "POST /v1/admin/account-requests/reopen",
    "POST /v1/admin/account-requests/{request_id}/approve",
    "POST /v1/admin/account-requests/{request_id}/reject",
  ],
  "settings:read": [
    "GET /v1/admin/legal-texts",
    "GET /v1/admin/legal-texts/{kind}/{version}",
    "GET /v1/admin/license-agreements",
    "GET /v1/admin/license-agreements/{version}",
    "GET /v1/admin/license-agreements/{version}/consents",
    "GET /v1/admin/mail-templates",
    "GET /v1/admin/mail-templates/{id}",
    "GET /v1/admin/readiness",
    "GET /v1/admin/settings",
    "POST /v1/admin/mail-templates/{id}/preview",
  ],
  "settings:act": [
    "DELETE /v1/admin/industries/{id}",
    "DELETE /v1/admin/legal-texts/{kind}/{version}",
    "DELETE /v1/admin/license-agreements/{version}",
    "DELETE /v1/admin/mail-templates/{id}",
    "POST /v1/admin/industries",
    "POST /v1/admin/legal-texts",
    "POST /v1/admin/license-agreements",
    "POST /v1/admin/mail-templates/{id}/test",
    "PUT /v1/admin/industries/{id}",
    "PUT /v1/admin/mail-templates/{id}",
    "PUT /v1/admin/settings",
  ],
  "shipping:read": [
    "GET /v1/admin/orders/labels",
    "GET /v1/admin/orders/{order_id}/shipping/packages/{package_id}/label",
    "GET /v1/admin/orders/{order_id}/shipping/packages/{package_id}/customs-invoice",
  ],
  "shipping:act": [
    "POST /v1/admin/orders/labels",
    "GET /v1/admin/orders/shipping/fulex/login",
    "POST /v1/admin/orders/shipping/clean-test",
    "POST /v1/admin/orders/shipping/test-order",
    "POST /v1/admin/orders/{order_id}/shipping",
    "POST /v1/admin/orders/{order_id}/shipping/packages/{package_id}/cancel",
  ],
  "shipping_rates:read": ["GET /v1/admin/shipping-rates"],
  "shipping_rates:act": [
    "DELETE /v1/admin/shipping-rates/{id}",
    "POST /v1/admin/shipping-rates",
    "PUT /v1/admin/shipping-rates/{id}",
  ],
  "software:read": [
    "GET /v1/admin/dependencies",
    "GET /v1/admin/dependency/{id}",
    "GET /v1/admin/plugins",
    "GET /v1/admin/plugins/{id}",
    "GET /v1/admin/plugins/{id}/link-check",
    "GET /v1/admin/software",
    "GET /v1/admin/software/{name}",
    "GET /v1/admin/software/{name}/downloads",
    "GET /v1/admin/software/{name}/history",
    "GET /v1/admin/versions",
    "GET /v1/admin/versions/{id}",
    "GET /v1/admin/versions/{id}/dependencies",
    "GET /v1/admin/versions/{id}/graph",
    "GET /v1/admin/versions/{id}/publish-check",
  ],
  "software:act": ["POST /v1/admin/software", "PUT /v1/admin/plugins/{id}", "PUT /v1/admin/software/{name}"],
  "staff:read": ["GET /v1/admin/staff"],
  "staff:act": ["PUT /v1/admin/staff/{user_id}"],
  "subscriptions:read": ["GET /v1/admin/subscriptions", "GET /v1/admin/subscriptions/{subscription_id}"],
  "subscriptions:act": ["POST /v1/admin/subscriptions", "PUT /v1/admin/subscriptions/{subscription_id}"],
};
const unrestrictedCalls = [
  "GET /v1/admin/overview",
  "GET /v1/admin/search",
  // Notes follow the permissions of their record: tests/v1/admin/notes/notes.test.ts.
  "DELETE /v1/admin/notes/{note_id}",
  "DELETE /v1/admin/notes/{note_id}/files/{file_id}",
  "GET /v1/admin/notes/{note_id}/files/{file_id}",
  "POST /v1/admin/notes/{note_id}/files",
  "GET /v1/admin/assignments",
  "GET /v1/admin/mine",
  "GET /v1/admin/notes",
  "POST /v1/admin/notes",
  "POST /v1/admin/notes/{note_id}/read",
  "PUT /v1/admin/assignments",
  "PUT /v1/admin/notes/{note_id}",
];
const impersonationCalls = ["DELETE /v1/sso/impersonate-session"];

const pagePermissions: [permission: string, path: string][] = [
  ["requests:read", pages.requests],
  ["requests:read", pages.requestList],
  ["organizations:read", pages.organizations],
  ["organizations:act", pages.newOrganization],
  ["people:read", pages.adminPeople],
  ["people:act", pages.createPerson],
  ["products:read", pages.adminProducts],
  ["products:act", pages.importProducts],
  ["orders:read", pages.adminOrders],
  ["quotes:read", pages.adminQuotes],
  ["quotes:act", pages.newQuote],
  ["invoices:read", pages.adminInvoices],
  ["refunds:read", pages.refundApprovals],
  ["subscriptions:read", pages.adminSubscriptions],
  ["subscriptions:act", pages.giveSubscription],
  ["devices:read", pages.deviceClaims],
  ["software:read", pages.adminSoftware],
  ["software:act", pages.newSoftware],
  ["notifications:read", pages.adminNotifications],
  ["notifications:read", pages.audiences],
  ["news:act", hrefOf(pages.composeNotification, { type: "announcement" })],
  ["integrations:read", pages.integrations],
  ["integrations:read", pages.outbox],
  ["reconciliation:read", pages.reconciliation],
  ["audit:read", pages.audit],
  ["prices:read", pages.adminPriceLevels],
  ["shipping_rates:read", pages.shippingRates],
  ["shipping_rates:act", pages.newShippingRate],
  ["settings:read", pages.adminIndustries],
  ["settings:read", pages.licenseVersions],
  ["settings:read", pages.mailTemplates],
  ["settings:read", pages.shopSettings],
  ["staff:read", pages.staff],
];

const figurePermissions: Record<string, string> = {
  requests: "requests:read",
  orders: "orders:read",
  invoices: "invoices:read",
  refund_approvals: "refunds:read",
  renewals: "subscriptions:read",
  messages: "integrations:read",
  callbacks: "integrations:read",
  tasks_failed: "integrations:read",
  book_differences: "reconciliation:read",
  weeks: "finance:read",
  last_week_so_far: "finance:read",
};

/** Cards of the overview that are shown at any count. */
const cardPermissions: [permission: string, words: string][] = [
  ["invoices:read", "Invoices unpaid"],
  ["subscriptions:read", "Renewals within 30 days"],
  ["integrations:read", "Messages waiting to be sent"],
  ["integrations:read", "Webhooks waiting to be processed"],
];

test("somebody has decided about every call of the console by hand", () => {
  const coveredCalls = [...Object.values(callsByPermission).flat(), ...unrestrictedCalls];
  const consoleCalls = endpoints
    .filter(({ path }) => path.startsWith("/v1/admin/") || path === "/v1/sso/impersonate-session")
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !impersonationCalls.includes(call));
  expect(coveredCalls.toSorted()).toEqual(consoleCalls.toSorted());
});

test.each(staffPresets)("%s is let into exactly its calls", async (preset) => {
  const { client } = await signedInAdmin(preset);
  for (const [permission, calls] of Object.entries(callsByPermission)) {
    for (const call of calls) {
      const spec = findCall(call);
      const isAllowed = isPermitted(preset, permission);
      // An allowed call without a body could take effect.
      if (isAllowed && spec.method !== "GET" && !spec.body) continue;
      const ask = () => client.call(spec, { params: buildValidInput(spec).params, ...(spec.body ? { body: {} } : {}) });
      const first = await ask();
      // 503 comes from a busy database and says nothing about access.
      const answer = first.status === 503 ? await ask() : first;
      const isRefused = answer.status === 403 && answer.errcode === "USR_NOT_AUTHORIZED";
      const outcome = `${call}: ${isRefused ? "refused" : "let in"}`;
      expect(outcome, answer.text).toBe(`${call}: ${isAllowed ? "let in" : "refused"}`);
    }
  }
  expect((await client.call(findCall("GET /v1/admin/search"), { query: { q: "x" } })).status).toBe(200);
  const overview: object = (await client.call(getOverview)).reply();
  const expected = Object.entries(figurePermissions).filter(([, permission]) => isPermitted(preset, permission));
  expect(Object.keys(overview).toSorted()).toEqual(["success", ...expected.map(([name]) => name)].toSorted());
});

test.each(staffPresets)("%s sees exactly its pages, and only they are in the menu", async (preset) => {
  const { client } = await signedInAdmin(preset);
  const overview = await client.fetch(pages.admin);
  expect(overview.status).toBe(200);
  const html = await overview.text();
  for (const [permission, card] of cardPermissions)
    expect(`${card}: ${html.includes(card)}`).toBe(`${card}: ${isPermitted(preset, permission)}`);
  for (const [permission, path] of pagePermissions) {
    const answer = await client.fetch(path);
    expect(`${path}: ${answer.status}`).toBe(`${path}: ${isPermitted(preset, permission) ? 200 : 404}`);
  }
  const menu = html.slice(html.indexOf('id="rail"'), html.indexOf("<main"));
  for (const [permission, path] of pagePermissions.filter(([, each]) => menuPages.includes(each)))
    expect(`${path}: ${menu.includes(`"${path}`)}`).toBe(`${path}: ${isPermitted(preset, permission)}`);
});

const menuPages: string[] = [
  pages.requests,
  pages.organizations,
  pages.adminPeople,
  pages.adminProducts,
  pages.adminQuotes,
  pages.adminInvoices,
  pages.adminSubscriptions,
  pages.adminSoftware,
  pages.adminNotifications,
  pages.integrations,
  pages.audit,
];
