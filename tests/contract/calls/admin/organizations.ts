import { unique } from "../../../support/factories.ts";
import { type Rows, adminOnly } from "../row.ts";

const organizationFields =
  "name, billing_email, address, industry, addressBooks, contacts, net_suite_id, notes, price_level_name, contact";

/** Organizations, their devices and what they may be. */
export const organizations: Rows = {
  "GET /v1/admin/organizations/{org_id}/org-products": adminOnly,
  "GET /v1/admin/organizations/{org_id}/org-products/{id}": { ...adminOnly, id: "device_id" },
  "POST /v1/admin/organizations/{org_id}/org-products": {
    ...adminOnly,
    fields: "serial_number, serial, product_id",
    valid: ({ serial_number, product_id }) => ({ serial_number, product_id }),
  },
  "DELETE /v1/admin/organizations/{org_id}/org-products/{id}": { ...adminOnly, id: "device_id" },
  "GET /v1/admin/organizations": adminOnly,
  "GET /v1/admin/organization/{org_id}": adminOnly,
  "POST /v1/admin/organizations": {
    ...adminOnly,
    fields: organizationFields,
    valid: () => ({ name: unique("Org") }),
  },
  "PUT /v1/admin/organizations/{org_id}": {
    ...adminOnly,
    fields: `${organizationFields}, updated_at`,
    valid: () => ({ notes: "Calls on Mondays" }),
  },
  "POST /v1/admin/organizations/price-level": {
    ...adminOnly,
    fields: "org_ids, price_level_name",
    valid: ({ org_id }) => ({ org_ids: [org_id], price_level_name: null }),
  },
  "GET /v1/admin/organizations/{org_id}/downloads": adminOnly,
  "GET /v1/admin/industries": adminOnly,
  "GET /v1/admin/price-levels": adminOnly,
  "POST /v1/admin/price-levels": { ...adminOnly, fields: "name", valid: () => ({ name: unique("Level") }) },
  "PUT /v1/admin/price-levels/{id}": {
    ...adminOnly,
    fields: "name, updated_at",
    valid: () => ({ name: unique("Level") }),
  },
  "DELETE /v1/admin/price-levels/{id}": adminOnly,
};
