import { ownOrganizationFields } from "./admin/organizations.ts";
import {
  type Rows,
  orgOnly,
  orgOrBuyer,
  orgOrBuyerThemselves,
  orgThemselves,
  session,
  sessionThemselves,
  ownRowsOnly,
} from "./row.ts";

const rule = {
  fields: "name, is_active, min_total, monthly_budget, user_ids, categories, approver_ids, mode, escalate_after_hours",
  valid: ({ user_id }: { user_id: string }) => ({
    name: "Large orders",
    is_active: false,
    min_total: 600_000,
    monthly_budget: null,
    user_ids: [],
    categories: [],
    approver_ids: [user_id],
    mode: "any",
    escalate_after_hours: 48,
  }),
};
const oneRule = { id: "approval_rule_id", stranger: "404 APPROVAL_RULE_NOT_FOUND" } as const;
const oneQuote = { id: "quote_id", stranger: "404 QUOTE_NOT_FOUND" } as const;
const oneRequest = { id: "approval_request_id", stranger: "404 APPROVAL_REQUEST_NOT_FOUND" } as const;

/**
 * Billing, invoices, approval requests and quotes need org or buyer; any member can place an unpaid order (O-098). An
 * impersonating admin never spends money or touches payment methods (T13).
 */
export const client: Rows = {
  "GET /v1/client/approval-rules": { ...orgOrBuyer, stranger: ownRowsOnly },
  "POST /v1/client/approval-rules": { ...orgThemselves, ...rule, stranger: "422 APPROVERS_INVALID", own: "201" },
  "POST /v1/client/approval-rules/preview": { ...orgOnly, ...rule, stranger: "422 APPROVERS_INVALID" },
  "GET /v1/client/approval-rules/{id}": { ...orgOrBuyer, ...oneRule },
  "PUT /v1/client/approval-rules/{id}": {
    ...orgThemselves,
    ...rule,
    fields: `${rule.fields}, updated_at`,
    id: "approval_rule_id",
    stranger: "422 APPROVERS_INVALID",
  },
  "DELETE /v1/client/approval-rules/{id}": { ...orgThemselves, ...oneRule },
  "GET /v1/client/approval-requests": { ...orgOrBuyer, stranger: ownRowsOnly },
  "GET /v1/client/approval-requests/{id}": { ...orgOrBuyer, ...oneRequest },
  "POST /v1/client/approval-requests/{id}/approve": {
    ...orgOrBuyerThemselves,
    ...oneRequest,
    own: "422 APPROVAL_REQUEST_OWN",
    fields: "note",
    valid: () => ({ note: "Fine" }),
  },
  "POST /v1/client/approval-requests/{id}/reject": {
    ...orgOrBuyerThemselves,
    ...oneRequest,
    own: "422 APPROVAL_REQUEST_OWN",
    fields: "note",
    valid: () => ({ note: "We have one" }),
  },
  "POST /v1/client/approval-requests/{id}/cancel": { ...orgOrBuyerThemselves, ...oneRequest },
  "GET /v1/client/quotes": { ...orgOrBuyer, stranger: ownRowsOnly },
  "GET /v1/client/quotes/{id}": { ...orgOrBuyer, ...oneQuote },
  "POST /v1/client/quotes/{id}/accept": {
    ...orgOrBuyerThemselves,
    ...oneQuote,
    own: "422 CART_NOT_EMPTY",
    fields: "version, set_aside",
    valid: () => ({ version: 1 }),
  },
  "POST /v1/client/quotes/{id}/reject": {
    ...orgOrBuyerThemselves,
    ...oneQuote,
    fields: "reason",
    valid: () => ({ reason: "Too dear" }),
  },
  "POST /v1/client/quotes/{id}/withdraw": { ...orgOrBuyerThemselves, ...oneQuote, own: "422 QUOTE_NOT_OPEN" },
  "POST /v1/client/quotes/{id}/messages": {
    ...orgOrBuyerThemselves,
    ...oneQuote,
    own: "201",
    fields: "text",
    valid: () => ({ text: "Could it be less?" }),
  },
  "GET /v1/client/billing/payment-methods": { ...orgOrBuyerThemselves, stranger: ownRowsOnly },
  "DELETE /v1/client/billing/payment-methods/{payment_method_id}": {
    ...orgOrBuyerThemselves,
    stranger: "404 PAYMENT_METHOD_NOT_FOUND",
  },
  "GET /v1/client/billing/portal": orgOrBuyerThemselves,
  "GET /v1/client/billing/setup-checkout": orgOrBuyerThemselves,
  "GET /v1/client/receivables": { ...orgOrBuyer, stranger: ownRowsOnly },
  "GET /v1/client/invoices": { ...orgOrBuyer, stranger: ownRowsOnly },
  "GET /v1/client/invoices/{invoice_id}": { ...orgOrBuyer, stranger: "404 INVOICE_NOT_FOUND" },
  "GET /v1/client/invoices/{invoice_id}/pdf": { ...orgOrBuyer, stranger: "404 INVOICE_NOT_FOUND" },
  "POST /v1/client/invoices/pay": {
    ...orgOrBuyerThemselves,
    fields: "invoice_ids, stripe_payment_method_id, key",
    valid: ({ invoice_id, payment_method_id }) => ({
      invoice_ids: [invoice_id],
      stripe_payment_method_id: payment_method_id,
    }),
    stranger: "404 INVOICE_NOT_FOUND",
  },
  "GET /v1/client/invoices/{invoice_id}/download": { ...orgOrBuyer, stranger: "404 INVOICE_NOT_FOUND" },
  "GET /v1/client/orders": { ...session, stranger: ownRowsOnly },
  "GET /v1/client/orders/{order_id}": { ...session, stranger: "403 ORDER_ACCESS_DENIED" },
  "PUT /v1/client/orders/{order_id}": {
    ...orgOrBuyer,
    fields: "po_number, note",
    valid: () => ({ po_number: "4500099887" }),
    stranger: "403 ORDER_ACCESS_DENIED",
  },
  "POST /v1/client/orders": {
    ...sessionThemselves,
    fields: "products, address, payment_method, po_number",
    valid: ({ product_id }) => ({ products: [{ productId: product_id, quantity: 1 }] }),
  },
  "GET /v1/client/subscriptions": { ...session, stranger: ownRowsOnly },
  "GET /v1/client/subscriptions/{subscription_id}": { ...session, stranger: "404 SUBSCRIPTION_NOT_FOUND" },
  "PUT /v1/client/subscriptions/{subscription_id}/payment-method": {
    ...orgOrBuyerThemselves,
    fields: "payment_method_id",
    valid: ({ payment_method_id }) => ({ payment_method_id }),
    stranger: "404 SUBSCRIPTION_NOT_FOUND",
  },
  "POST /v1/client/subscriptions/{subscription_id}/switch-preview": {
    ...orgOrBuyerThemselves,
    fields: "product_id",
    valid: ({ product_id }) => ({ product_id }),
  },
  "POST /v1/client/subscriptions/{subscription_id}/switch": {
    ...orgOrBuyerThemselves,
    fields: "switch_id",
    valid: ({ product_id }) => ({ switch_id: product_id }),
  },
  "DELETE /v1/client/subscriptions/{subscription_id}/switch": {
    ...orgOrBuyerThemselves,
    stranger: "404 SUBSCRIPTION_NOT_FOUND",
  },
  "POST /v1/client/subscriptions/{subscription_id}/cancel": {
    ...orgOrBuyerThemselves,
    stranger: "404 SUBSCRIPTION_NOT_FOUND",
  },
  "POST /v1/client/subscriptions/{subscription_id}/cancel-now": orgOrBuyerThemselves,
  "POST /v1/client/subscriptions/{subscription_id}/resume": {
    ...orgOrBuyerThemselves,
    stranger: "404 SUBSCRIPTION_NOT_FOUND",
  },
  "GET /v1/client/products/lookup/{serial_number}": {
    ...session,
    stranger: "422 PRODUCT_BY_SERIAL_NUMBER_BELONGS_TO_ANOTHER_ORG",
  },
  // Calls reach only the user's own notifications; for others the answer is 404 (O-123).
  "GET /v1/client/notifications": { ...session, stranger: ownRowsOnly },
  "POST /v1/client/notification/{notification_id}/read": { ...session, stranger: "404 NOTIFICATION_NOT_FOUND" },
  "POST /v1/client/notification/{notification_id}/unread": { ...session, stranger: "404 NOTIFICATION_NOT_FOUND" },
  "POST /v1/client/notifications/read": {
    ...session,
    fields: "notification_ids",
    valid: ({ notification_id }) => ({ notification_ids: [notification_id] }),
    stranger: ownRowsOnly,
  },
  "POST /v1/client/notifications/unread": {
    ...session,
    fields: "notification_ids",
    valid: ({ notification_id }) => ({ notification_ids: [notification_id] }),
    stranger: ownRowsOnly,
  },
  "GET /v1/client/notification-settings": session,
  "PUT /v1/client/notification-settings": {
    ...session,
    fields: "is_subscribed, email_off, digest",
    valid: () => ({ is_subscribed: true, email_off: ["newPluginVersion"], digest: "weekly" }),
  },
  "GET /v1/client/activity": { ...session, stranger: ownRowsOnly },
  "GET /v1/client/search": {
    ...session,
    query: ({ serial_number }) => ({ search: serial_number }),
    stranger: ownRowsOnly,
  },
  "GET /v1/client/org": { ...session, stranger: ownRowsOnly },
  // The sent fields decide whether the call needs the role org (O-027).
  "PUT /v1/client/org": {
    ...session,
    fields: `${ownOrganizationFields}, require_second_factor_from, updated_at`,
    valid: () => ({ contacts: [] }),
  },
  "GET /v1/client/org-products": { ...session, stranger: ownRowsOnly },
  "GET /v1/client/org-products/{id}": { ...session, id: "device_id", stranger: "404 ORG_PRODUCT_NOT_FOUND" },
  "GET /v1/client/org-products/{id}/software": {
    ...session,
    id: "device_id",
    stranger: "404 ORG_PRODUCT_NOT_FOUND",
  },
  // The serial number has two field names (O-126).
  "POST /v1/client/org-products": {
    ...orgOrBuyer,
    fields: "serial_number, serial, product_id",
    valid: ({ serial_number, product_id }) => ({ serial_number, product_id }),
  },
  "PUT /v1/client/org-products/{id}": {
    ...orgOrBuyer,
    id: "device_id",
    fields: "name, site, tags, updated_at",
    valid: () => ({ name: "Line 2, left", site: "Chicago", tags: ["spare"] }),
    stranger: "404 ORG_PRODUCT_NOT_FOUND",
  },
  "PUT /v1/client/org-products/{id}/installed-version": {
    ...session,
    id: "device_id",
    fields: "version",
    valid: () => ({ version: "1.4.0" }),
    stranger: "404 ORG_PRODUCT_NOT_FOUND",
  },
  "DELETE /v1/client/org-products/{id}": { ...orgOrBuyer, id: "device_id", stranger: "404 ORG_PRODUCT_NOT_FOUND" },
  "GET /v1/client/software": session,
  "GET /v1/client/software/{name}/download": session,
  "GET /v1/client/downloads": { ...session, stranger: ownRowsOnly },
  "GET /v1/client/downloads/{object_id}": session,
  "GET /v1/client/downloads/{object_id}/redirect": session,
  "GET /v1/client/plugins/manifest": session,
};
