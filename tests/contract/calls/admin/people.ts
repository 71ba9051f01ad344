import { uniqueEmail } from "../../../support/factories.ts";
import { type Rows, adminOnly } from "../row.ts";

const person = { first_name: "Ada", last_name: "Lovelace" };

export const people: Rows = {
  "GET /v1/admin/account-requests": adminOnly,
  "GET /v1/admin/account-requests/{request_id}": adminOnly,
  "POST /v1/admin/account-requests/{request_id}/approve": {
    ...adminOnly,
    fields: "org_id, new_organization, roles, serial_number",
    valid: ({ org_id }) => ({ org_id, roles: ["user"], serial_number: null }),
  },
  "POST /v1/admin/account-requests/{request_id}/reject": {
    ...adminOnly,
    fields: "reason",
    valid: () => ({ reason: null }),
  },
  "POST /v1/admin/account-requests/approve": {
    ...adminOnly,
    fields: "request_ids, org_id, new_organization, roles, serial_numbers",
    valid: ({ org_id, request_id }) => ({ request_ids: [request_id], org_id, roles: ["user"], serial_numbers: [null] }),
  },
  "POST /v1/admin/account-requests/reject": {
    ...adminOnly,
    fields: "request_ids, reason",
    valid: ({ request_id }) => ({ request_ids: [request_id], reason: null }),
  },
  "POST /v1/admin/account-requests/reopen": {
    ...adminOnly,
    fields: "request_ids",
    valid: ({ request_id }) => ({ request_ids: [request_id] }),
  },
  "GET /v1/admin/users": adminOnly,
  "GET /v1/admin/users/{user_id}": adminOnly,
  "POST /v1/admin/users": {
    ...adminOnly,
    fields: "org_id, email, first_name, last_name, phone, roles, preset",
    valid: ({ org_id }) => ({ ...person, org_id, email: uniqueEmail(), phone: null, roles: ["user"] }),
  },
  "PUT /v1/admin/users/{user_id}": {
    ...adminOnly,
    fields: "org_id, first_name, last_name, phone, roles, updated_at",
    valid: ({ org_id }) => ({ ...person, org_id, phone: null, roles: ["user"] }),
  },
  "GET /v1/admin/staff": adminOnly,
  "PUT /v1/admin/staff/{user_id}": { ...adminOnly, fields: "preset", valid: () => ({ preset: "owner" }) },
  "POST /v1/admin/users/{user_id}/email-change": {
    ...adminOnly,
    fields: "new_email",
    valid: () => ({ new_email: uniqueEmail() }),
  },
  "POST /v1/admin/users/{user_id}/inactivate": adminOnly,
  "POST /v1/admin/users/inactivate": {
    ...adminOnly,
    fields: "user_ids",
    valid: ({ user_id }) => ({ user_ids: [user_id] }),
  },
  "POST /v1/admin/users/set-up-links": {
    ...adminOnly,
    fields: "user_ids",
    valid: ({ user_id }) => ({ user_ids: [user_id] }),
  },
  "GET /v1/admin/users/{user_id}/second-factor": adminOnly,
  "POST /v1/admin/users/{user_id}/second-factor/recovery": adminOnly,
  "DELETE /v1/admin/users/{user_id}/second-factor/recovery": adminOnly,
  "GET /v1/admin/users/{user_id}/sessions": adminOnly,
  "DELETE /v1/admin/users/{user_id}/sessions": adminOnly,
  "DELETE /v1/admin/users/{user_id}/sessions/{session_id}": adminOnly,
  "POST /v1/admin/users/{user_id}/reactivate": adminOnly,
  "POST /v1/admin/users/{user_id}/password-reset": adminOnly,
  "POST /v1/admin/users/{user_id}/verification-url": {
    ...adminOnly,
    fields: "scope",
    valid: () => ({ scope: "verify:user-setup" }),
  },
};
