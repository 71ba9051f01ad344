import { unique, uniqueEmail } from "../../../support/factories.ts";
import { type Rows, adminOnly } from "../row.ts";

export const integrations: Rows = {
  "POST /v1/admin/notifications/send": {
    ...adminOnly,
    fields: "type, payload, user_id, org_id, roles, audience, channels, id",
    valid: ({ user_id }) => ({ type: "welcome", payload: {}, user_id }),
  },
  // The body may be left out (O-108).
  "POST /v1/admin/notification-task": {
    ...adminOnly,
    fields: "type, payload, user_id, org_id, roles, audience, channels, id",
    valid: ({ user_id }) => ({ type: "welcome", payload: {}, user_id }),
  },
  "POST /v1/admin/notifications/preview": {
    ...adminOnly,
    fields: "type, payload, user_id, org_id, roles, audience, channels, recipient_id",
    valid: ({ user_id }) => ({ type: "welcome", payload: {}, user_id }),
  },
  "POST /v1/admin/notifications/drafts": {
    ...adminOnly,
    fields: "type, payload, user_id, org_id, roles, audience, channels, id, updated_at",
    valid: ({ user_id }) => ({ type: "welcome", payload: {}, user_id }),
  },
  "POST /v1/admin/notifications/drafts/{id}/send": adminOnly,
  "GET /v1/admin/audiences": adminOnly,
  "POST /v1/admin/audiences": {
    ...adminOnly,
    fields: "name, audience",
    valid: ({ org_id }) => ({ name: unique("Audience"), audience: { org_ids: [org_id] } }),
  },
  "PUT /v1/admin/audiences/{id}": {
    ...adminOnly,
    fields: "name, audience, updated_at",
    valid: () => ({ name: unique("Audience") }),
  },
  "DELETE /v1/admin/audiences/{id}": adminOnly,
  "PUT /v1/admin/notifications/drafts/{id}/send-at": {
    ...adminOnly,
    fields: "send_at, updated_at",
    valid: () => ({ send_at: null }),
  },
  "GET /v1/admin/notifications": adminOnly,
  "GET /v1/admin/notifications/{id}": adminOnly,
  "GET /v1/admin/notification-recipients": adminOnly,
  "POST /v1/admin/notifications/resend": {
    ...adminOnly,
    fields: "recipient, id",
    valid: () => ({ recipient: uniqueEmail() }),
  },
  "GET /v1/admin/outbox": adminOnly,
  "GET /v1/admin/client-errors": adminOnly,
  "GET /v1/admin/client-errors/{id}": adminOnly,
  "GET /v1/admin/callbacks": adminOnly,
  "POST /v1/admin/callbacks/{id}/retry": adminOnly,
  "GET /v1/admin/net-suite/organizations/sync": adminOnly,
  "POST /v1/admin/net-suite/organizations/sync": adminOnly,
  "PUT /v1/admin/net-suite/organizations/{org_id}/sync": adminOnly,
  "GET /v1/admin/net-suite/products/sync": adminOnly,
  "POST /v1/admin/net-suite/products/sync": adminOnly,
  "PUT /v1/admin/net-suite/products/{product_id}/sync": adminOnly,
  "GET /v1/admin/net-suite/export-invoices": adminOnly,
  "POST /v1/admin/net-suite/export-invoices": adminOnly,
  "GET /v1/admin/net-suite/import-tracking-number": adminOnly,
  "POST /v1/admin/net-suite/import-tracking-number": adminOnly,
  "GET /v1/admin/tasks": adminOnly,
  "GET /v1/admin/tasks/{name}/runs": adminOnly,
  "POST /v1/admin/tasks/{name}/runs/{id}/retry": {
    ...adminOnly,
    fields: "record_id",
    valid: () => ({ record_id: "none" }),
  },
  // The path of a task is /v1/admin/workers/ and its name in the specification (O-017).
  "GET /v1/admin/workers/import-flowpoint-versions": adminOnly,
  "POST /v1/admin/workers/import-flowpoint-versions": adminOnly,
  "GET /v1/admin/workers/import-plugins-latest-builds": adminOnly,
  "POST /v1/admin/workers/import-plugins-latest-builds": adminOnly,
  "GET /v1/admin/workers/subscription-status-update": adminOnly,
  "POST /v1/admin/workers/subscription-status-update": adminOnly,
};
