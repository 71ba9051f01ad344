import { uniqueEmail } from "../../support/factories.ts";
import { orgOnly, orgThemselves, type Rows } from "./row.ts";

const person = { first_name: "Ada", last_name: "Lovelace" };

/** Calls on an organization's people need org; an impersonating admin grants no roles (T13). */
export const org: Rows = {
  "GET /v1/org/users": orgOnly,
  "GET /v1/org/users/{id}": { ...orgOnly, id: "user_id", stranger: "404 USR_NOT_FOUND" },
  "GET /v1/org/users/{id}/security-events": { ...orgThemselves, id: "user_id", stranger: "404 USR_NOT_FOUND" },
  "POST /v1/org/users": {
    ...orgThemselves,
    fields: "email, first_name, last_name, roles",
    valid: () => ({ ...person, email: uniqueEmail(), roles: ["user"] }),
  },
  // An impersonating admin may change every field except the roles (T13).
  "PUT /v1/org/users/{id}": {
    ...orgOnly,
    id: "user_id",
    fields: "first_name, last_name, phone, roles, updated_at",
    valid: () => ({ ...person, phone: null }),
  },
  "POST /v1/org/users/{id}/inactivate": { ...orgOnly, id: "user_id" },
  "POST /v1/org/users/{id}/reactivate": { ...orgOnly, id: "user_id" },
};
