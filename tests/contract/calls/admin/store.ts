import { type Rows, adminOnly } from "../row.ts";

/** Orders with their shipping and refunds, invoices, subscriptions and reconciliation. */
export const store: Rows = {
  "GET /v1/admin/finance": adminOnly,
  "GET /v1/admin/ledger": adminOnly,
  "GET /v1/admin/receivables": adminOnly,
  "GET /v1/admin/invoices": adminOnly,
  "GET /v1/admin/invoices/{invoice_id}": adminOnly,
  "POST /v1/admin/invoices/sync-needed": {
    ...adminOnly,
    fields: "invoice_ids",
    valid: ({ invoice_id }) => ({ invoice_ids: [invoice_id] }),
  },
  "GET /v1/admin/invoices/{invoice_id}/download": adminOnly,
  // The body may be left out (O-109).
  "POST /v1/admin/invoices/{invoice_id}/sync-needed": {
    ...adminOnly,
    fields: "is_net_suite_sync_needed",
    valid: () => ({ is_net_suite_sync_needed: true }),
  },
  // Extensions: actions of administrators on an unpaid invoice.
  "POST /v1/admin/invoices/{invoice_id}/remind": adminOnly,
  "POST /v1/admin/invoices/remind": {
    ...adminOnly,
    fields: "invoice_ids",
    valid: ({ invoice_id }) => ({ invoice_ids: [invoice_id] }),
  },
  "POST /v1/admin/invoices/{invoice_id}/charge": { ...adminOnly, fields: "key", valid: () => ({}) },
  "POST /v1/admin/invoices/{invoice_id}/paid": {
    ...adminOnly,
    fields: "reference, paid_on",
    valid: () => ({ reference: "Wire 4711", paid_on: "2026-11-20" }),
  },
  "POST /v1/admin/invoices/paid": {
    ...adminOnly,
    fields: "invoice_ids, reference, paid_on",
    valid: ({ invoice_id }) => ({ invoice_ids: [invoice_id], reference: "Wire 4711", paid_on: "2026-11-20" }),
  },
  "POST /v1/admin/invoices/{invoice_id}/void": adminOnly,
  "POST /v1/admin/invoices/{invoice_id}/write-off": adminOnly,
  // Extension: notes that administrators write to each other.
  "GET /v1/admin/notes": adminOnly,
  "POST /v1/admin/notes": {
    ...adminOnly,
    fields: "subject_type, subject_id, text, id",
    valid: ({ order_id }) => ({ subject_type: "order", subject_id: order_id, text: "Called them." }),
  },
  "PUT /v1/admin/notes/{note_id}": { ...adminOnly, fields: "text", valid: () => ({ text: "Called them twice." }) },
  "DELETE /v1/admin/notes/{note_id}": adminOnly,
  "POST /v1/admin/notes/{note_id}/read": adminOnly,
  "POST /v1/admin/notes/{note_id}/files": {
    ...adminOnly,
    fields: "id",
    valid: () => ({ file: new Blob(["What they said"]) }),
  },
  "GET /v1/admin/notes/{note_id}/files/{file_id}": adminOnly,
  "DELETE /v1/admin/notes/{note_id}/files/{file_id}": adminOnly,
  "GET /v1/admin/assignments": adminOnly,
  "PUT /v1/admin/assignments": {
    ...adminOnly,
    fields: "subject_type, subject_id, assignee_id, due_on",
    valid: ({ order_id }) => ({ subject_type: "order", subject_id: order_id, assignee_id: null, due_on: "2027-03-01" }),
  },
  "GET /v1/admin/mine": adminOnly,
  "GET /v1/admin/orders": adminOnly,
  "GET /v1/admin/orders/{order_id}": adminOnly,
  "GET /v1/admin/orders/{order_id}/prices": adminOnly,
  "POST /v1/admin/orders/{order_id}/cancel": { ...adminOnly, fields: "lines, key", valid: () => ({}) },
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
  "POST /v1/admin/orders/{order_id}/refund": {
    ...adminOnly,
    fields: "amount, lines, reason, reason_text, key",
    valid: () => ({ amount: 1 }),
  },
  "POST /v1/admin/orders/{order_id}/refund/retry": {
    ...adminOnly,
    fields: "failed_refund_id",
    valid: () => ({}),
  },
  "GET /v1/admin/quotes": adminOnly,
  "POST /v1/admin/quotes": {
    ...adminOnly,
    fields: "user_id, lines, note",
    valid: ({ user_id, product_id }) => ({ user_id, lines: [{ product_id, quantity: 1 }] }),
  },
  "GET /v1/admin/quotes/{id}": { ...adminOnly, id: "quote_id" },
  "PUT /v1/admin/quotes/{id}": {
    ...adminOnly,
    id: "quote_id",
    fields: "lines, discount_percent, discount, shipping, text, valid_until, updated_at",
    valid: ({ product_id }) => ({
      lines: [{ product_id, quantity: 1, price: 100 }],
      valid_until: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
    }),
  },
  "POST /v1/admin/quotes/{id}/send": { ...adminOnly, id: "quote_id", fields: "updated_at", valid: () => ({}) },
  "POST /v1/admin/quotes/{id}/decline": {
    ...adminOnly,
    id: "quote_id",
    fields: "reason",
    valid: () => ({ reason: "No stock" }),
  },
  "POST /v1/admin/quotes/{id}/messages": {
    ...adminOnly,
    id: "quote_id",
    fields: "text",
    valid: () => ({ text: "We look into it." }),
  },
  "GET /v1/admin/refund-approvals": adminOnly,
  "POST /v1/admin/refund-approvals/{id}/approve": adminOnly,
  "POST /v1/admin/refund-approvals/{id}/reject": { ...adminOnly, fields: "note", valid: () => ({ note: "No" }) },
  "POST /v1/admin/orders/{order_id}/refund/paid-back": {
    ...adminOnly,
    fields: "amount, lines, reason, reason_text, key, reference, paid_on",
    valid: () => ({ amount: 1, reference: "Wire 4711" }),
  },
  "POST /v1/admin/orders/{order_id}/refund/settled": {
    ...adminOnly,
    fields: "failed_refund_id, reference, paid_on",
    valid: () => ({ reference: "Wire 4711" }),
  },
  // O-018, O-115
  "GET /v1/admin/orders/{order_id}/shipping": adminOnly,
  "POST /v1/admin/orders/{order_id}/shipping": {
    ...adminOnly,
    fields: "packages, method, status, create",
    valid: () => ({ packages: [{ tracking_id: "1Z999AA10123456784" }], method: "Ground", status: "shipped" }),
  },
  // Extension: an order without an address could never ship.
  "PUT /v1/admin/orders/{order_id}/shipping-address": {
    ...adminOnly,
    fields: "address, updated_at",
    valid: () => ({
      address: { line1: "1 Main Street", city: "Austin", state: "TX", postal_code: "73301", country: "US" },
    }),
  },
  "GET /v1/admin/orders/{order_id}/shipping/packages": adminOnly,
  "POST /v1/admin/orders/{order_id}/shipping/packages/{package_id}/cancel": adminOnly,
  "GET /v1/admin/orders/{order_id}/shipping/packages/{package_id}/label": adminOnly,
  "GET /v1/admin/orders/{order_id}/shipping/packages/{package_id}/customs-invoice": adminOnly,
  "GET /v1/admin/orders/labels": adminOnly,
  "POST /v1/admin/orders/labels": {
    ...adminOnly,
    fields: "order_ids, parcels",
    valid: () => ({ order_ids: [crypto.randomUUID()] }),
  },
  "GET /v1/admin/orders/shipping/fulex/login": adminOnly,
  "POST /v1/admin/orders/shipping/run-sync": adminOnly,
  "POST /v1/admin/orders/shipping/test-order": adminOnly,
  "POST /v1/admin/orders/shipping/clean-test": adminOnly,
  // Extensions: a shop without an accounting system sets its own shipping prices (O-024).
  "GET /v1/admin/shipping-rates": adminOnly,
  "POST /v1/admin/shipping-rates": {
    ...adminOnly,
    fields: "country, option, price, days_min, days_max, free_from, service, is_active",
    valid: ({ shipping_rate_id }) => ({ country: "AQ", option: `Option ${shipping_rate_id}`, price: 1000 }),
  },
  "PUT /v1/admin/shipping-rates/{id}": {
    ...adminOnly,
    fields: "country, option, price, days_min, days_max, free_from, service, is_active, updated_at",
    id: "shipping_rate_id",
    valid: () => ({ price: 1000 }),
  },
  "DELETE /v1/admin/shipping-rates/{id}": { ...adminOnly, id: "shipping_rate_id" },
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
    fields: "start_date, end_date, status, updated_at",
    valid: () => ({ start_date: "2026-12-01", end_date: "2027-12-01", status: "active" }),
  },
  "GET /v1/admin/subscriptions/{subscription_id}": adminOnly,
};
