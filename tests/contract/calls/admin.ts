import { unique, uniqueEmail } from "../../support/factories.ts";
import { type Rows, adminOnly } from "./row.ts";

const organizationFields =
  "name, billing_email, address, industry, addressBooks, contacts, net_suite_id, notes, price_level_name, contact";
const person = { first_name: "Ada", last_name: "Lovelace" };

/** All /v1/admin routes need an admin session; those that the specification lacks are extensions, without which there is no console (O-024). */
export const admin: Rows = {
  "GET /v1/admin/account-requests": adminOnly,
  "POST /v1/admin/account-requests/{request_id}/approve": {
    ...adminOnly,
    fields: "org_id, roles, serial_number",
    valid: ({ org_id }) => ({ org_id, roles: ["user"], serial_number: null }),
  },
  "POST /v1/admin/account-requests/{request_id}/reject": adminOnly,
  "POST /v1/admin/account-requests/approve": {
    ...adminOnly,
    fields: "request_ids, org_id, roles, serial_numbers",
    valid: ({ org_id, request_id }) => ({ request_ids: [request_id], org_id, roles: ["user"], serial_numbers: [null] }),
  },
  "POST /v1/admin/account-requests/reject": {
    ...adminOnly,
    fields: "request_ids",
    valid: ({ request_id }) => ({ request_ids: [request_id] }),
  },
  "POST /v1/admin/notifications/send": {
    ...adminOnly,
    fields: "type, payload, user_id, org_id, roles, channels",
    valid: ({ user_id }) => ({ type: "welcome", payload: {}, user_id }),
  },
  // The body may be left out (O-108).
  "POST /v1/admin/notification-task": {
    ...adminOnly,
    fields: "type, payload, user_id, org_id, roles, channels",
    valid: ({ user_id }) => ({ type: "welcome", payload: {}, user_id }),
  },
  "POST /v1/admin/notifications/resend": {
    ...adminOnly,
    fields: "recipient, id",
    valid: () => ({ recipient: uniqueEmail() }),
  },
  "GET /v1/admin/outbox": adminOnly,
  "GET /v1/admin/callbacks": adminOnly,
  "POST /v1/admin/callbacks/{id}/retry": adminOnly,
  "GET /v1/admin/users": adminOnly,
  "GET /v1/admin/users/{user_id}": adminOnly,
  "POST /v1/admin/users": {
    ...adminOnly,
    fields: "org_id, email, first_name, last_name, phone, roles",
    valid: ({ org_id }) => ({ ...person, org_id, email: uniqueEmail(), phone: null, roles: ["user"] }),
  },
  "PUT /v1/admin/users/{user_id}": {
    ...adminOnly,
    fields: "org_id, first_name, last_name, phone, roles",
    valid: ({ org_id }) => ({ ...person, org_id, phone: null, roles: ["user"] }),
  },
  "POST /v1/admin/users/{user_id}/email-change": {
    ...adminOnly,
    fields: "new_email",
    valid: () => ({ new_email: uniqueEmail() }),
  },
  "POST /v1/admin/users/{user_id}/inactivate": adminOnly,
  "POST /v1/admin/users/{user_id}/reactivate": adminOnly,
  "POST /v1/admin/users/{user_id}/password-reset": adminOnly,
  "POST /v1/admin/users/{user_id}/verification-url": {
    ...adminOnly,
    fields: "scope",
    valid: () => ({ scope: "verify:user-setup" }),
  },
  "GET /v1/admin/organizations/{org_id}/org-products": adminOnly,
  "GET /v1/admin/organizations/{org_id}/org-products/{id}": { ...adminOnly, id: "device_id" },
  "POST /v1/admin/organizations/{org_id}/org-products": {
    ...adminOnly,
    fields: "serial_number, serial, product_id",
    valid: ({ serial_number, product_id }) => ({ serial_number, product_id }),
  },
  "DELETE /v1/admin/organizations/{org_id}/org-products/{id}": { ...adminOnly, id: "device_id" },
  "GET /v1/admin/invoices": adminOnly,
  "GET /v1/admin/invoices/{invoice_id}/download": adminOnly,
  // The body may be left out (O-109).
  "POST /v1/admin/invoices/{invoice_id}/sync-needed": {
    ...adminOnly,
    fields: "is_net_suite_sync_needed",
    valid: () => ({ is_net_suite_sync_needed: true }),
  },
  "GET /v1/admin/orders": adminOnly,
  "GET /v1/admin/orders/{order_id}": adminOnly,
  "POST /v1/admin/orders/{order_id}/cancel": adminOnly,
  "POST /v1/admin/books/runs": adminOnly,
  "GET /v1/admin/books/runs": adminOnly,
  "GET /v1/admin/books/runs/{id}": adminOnly,
  "GET /v1/admin/books/differences": adminOnly,
  "GET /v1/admin/books/differences/{id}": adminOnly,
  "POST /v1/admin/books/differences/{id}/close": {
    ...adminOnly,
    fields: "note",
    valid: () => ({ note: "Settled by wire." }),
  },
  "POST /v1/admin/orders/{order_id}/refund": { ...adminOnly, fields: "amount", valid: () => ({ amount: 1 }) },
  // O-018, O-115
  "GET /v1/admin/orders/{order_id}/shipping": adminOnly,
  "POST /v1/admin/orders/{order_id}/shipping": {
    ...adminOnly,
    fields: "packages, method, status, create",
    valid: () => ({ packages: [{ tracking_id: "1Z999AA10123456784" }], method: "Ground", status: "shipped" }),
  },
  "GET /v1/admin/orders/{order_id}/shipping/packages": adminOnly,
  "POST /v1/admin/orders/{order_id}/shipping/packages/{package_id}/cancel": adminOnly,
  "GET /v1/admin/orders/{order_id}/shipping/packages/{package_id}/label": adminOnly,
  "GET /v1/admin/orders/shipping/fulex/login": adminOnly,
  "POST /v1/admin/orders/shipping/run-sync": adminOnly,
  "POST /v1/admin/orders/shipping/test-order": adminOnly,
  "POST /v1/admin/orders/shipping/clean-test": adminOnly,
  "GET /v1/admin/products/lookup/{serial_number}": adminOnly,
  "GET /v1/admin/products/categories": adminOnly,
  "GET /v1/admin/products": adminOnly,
  "POST /v1/admin/products/{product_id}/publish": adminOnly,
  "POST /v1/admin/products/{product_id}/unpublish": adminOnly,
  "GET /v1/admin/products/{product_id}": adminOnly,
  "POST /v1/admin/products/{product_id}/archive": adminOnly,
  "POST /v1/admin/products/{product_id}/unarchive": adminOnly,
  "GET /v1/admin/subscriptions": adminOnly,
  "POST /v1/admin/subscriptions": {
    ...adminOnly,
    fields: "product_id, start_date, end_date, org_id",
    valid: ({ org_id, product_id }) => ({
      product_id,
      start_date: "2026-12-01",
      end_date: "2027-12-01T00:00:00Z",
      org_id,
    }),
  },
  "PUT /v1/admin/subscriptions/{subscription_id}": {
    ...adminOnly,
    fields: "start_date, end_date, status",
    valid: () => ({ start_date: "2026-12-01", end_date: "2027-12-01", status: "active" }),
  },
  "GET /v1/admin/subscriptions/{subscription_id}": adminOnly,
  "GET /v1/admin/organizations": adminOnly,
  // O-011, O-014: the printed spelling behind /v1/admin.
  "GET /v1/admin/software/{name}": adminOnly,
  "GET /v1/admin/plugins": adminOnly,
  "GET /v1/admin/plugins/{id}": adminOnly,
  "PUT /v1/admin/plugins/{id}": { ...adminOnly, fields: "product_id", valid: ({ product_id }) => ({ product_id }) },
  "GET /v1/admin/versions": adminOnly,
  "GET /v1/admin/versions/{id}": adminOnly,
  "GET /v1/admin/versions/{id}/dependencies": adminOnly,
  "GET /v1/admin/dependencies": adminOnly,
  "GET /v1/admin/dependency/{id}": adminOnly,
  "PUT /v1/admin/version/{id}": {
    ...adminOnly,
    fields: "public_description",
    valid: () => ({ public_description: "What is new" }),
  },
  "POST /v1/admin/versions/{id}/publish": adminOnly,
  "GET /v1/admin/organization/{org_id}": adminOnly,
  "POST /v1/admin/organizations": {
    ...adminOnly,
    fields: organizationFields,
    valid: () => ({ name: unique("Org") }),
  },
  "PUT /v1/admin/organizations/{org_id}": {
    ...adminOnly,
    fields: organizationFields,
    valid: () => ({ notes: "Calls on Mondays" }),
  },
  "GET /v1/admin/tasks": adminOnly,
  "GET /v1/admin/tasks/{name}/runs": adminOnly,
  "POST /v1/admin/tasks/{name}/runs/{id}/retry": {
    ...adminOnly,
    fields: "record_id",
    valid: () => ({ record_id: "none" }),
  },
  // O-017: the names stand behind /v1/admin/workers.
  "GET /v1/admin/workers/import-flowpoint-versions": adminOnly,
  "POST /v1/admin/workers/import-flowpoint-versions": adminOnly,
  "GET /v1/admin/workers/import-plugins-latest-builds": adminOnly,
  "POST /v1/admin/workers/import-plugins-latest-builds": adminOnly,
  "GET /v1/admin/workers/subscription-status-update": adminOnly,
  "POST /v1/admin/workers/subscription-status-update": adminOnly,
  "GET /v1/admin/industries": adminOnly,
  "GET /v1/admin/price-levels": adminOnly,
};
