import { unique } from "../../../support/factories.ts";
import { type Rows, adminOnly } from "../row.ts";

export const ownOrganizationFields =
  "name, billing_email, address, industry, addressBooks, contacts, is_approval_by_mail_allowed, is_po_number_required";
const organizationFields = `${ownOrganizationFields}, net_suite_id, notes, price_level_name, payment_terms_days, credit_limit, contact`;

const mailText = {
  subject: "Reset your password",
  preheader: "",
  title: "Reset it",
  body: "Follow the link.",
  action: "",
  footnote: "",
};

export const organizations: Rows = {
  "GET /v1/admin/organizations/{org_id}/org-products": adminOnly,
  "GET /v1/admin/organizations/{org_id}/org-products/{id}": { ...adminOnly, id: "device_id" },
  "POST /v1/admin/organizations/{org_id}/org-products": {
    ...adminOnly,
    fields: "serial_number, serial, product_id",
    valid: ({ serial_number, product_id }) => ({ serial_number, product_id }),
  },
  "DELETE /v1/admin/organizations/{org_id}/org-products/{id}": { ...adminOnly, id: "device_id" },
  "GET /v1/admin/device-claims": adminOnly,
  "POST /v1/admin/device-claims/verify": {
    ...adminOnly,
    fields: "ids",
    valid: ({ device_id }) => ({ ids: [device_id] }),
  },
  "POST /v1/admin/device-claims/remove": {
    ...adminOnly,
    fields: "ids",
    valid: ({ device_id }) => ({ ids: [device_id] }),
  },
  "GET /v1/admin/made-serials": adminOnly,
  "POST /v1/admin/made-serials": {
    ...adminOnly,
    fields: "",
    valid: () => ({ file: new Blob(["serial_number,sku\nNONE-1,NONE\n"]) }),
  },
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
  "POST /v1/admin/industries": { ...adminOnly, fields: "name", valid: () => ({ name: unique("Industry") }) },
  "PUT /v1/admin/industries/{id}": {
    ...adminOnly,
    fields: "name, updated_at",
    valid: () => ({ name: unique("Industry") }),
  },
  "DELETE /v1/admin/industries/{id}": adminOnly,
  "GET /v1/admin/license-agreements": adminOnly,
  "POST /v1/admin/license-agreements": {
    ...adminOnly,
    fields: "version, html, valid_from",
    valid: () => ({ version: unique("2027"), html: "<p>Be kind.</p>", valid_from: "2999-01-01T00:00:00Z" }),
  },
  "GET /v1/admin/license-agreements/{version}": adminOnly,
  "DELETE /v1/admin/license-agreements/{version}": adminOnly,
  "GET /v1/admin/license-agreements/{version}/consents": adminOnly,
  "GET /v1/admin/legal-texts": adminOnly,
  "POST /v1/admin/legal-texts": {
    ...adminOnly,
    fields: "kind, version, title, html, valid_from",
    valid: () => ({
      kind: "returns",
      version: unique("2027"),
      title: "Returns",
      html: "<p>Within 30 days.</p>",
      valid_from: "2999-01-01T00:00:00Z",
    }),
  },
  "GET /v1/admin/legal-texts/{kind}/{version}": adminOnly,
  "DELETE /v1/admin/legal-texts/{kind}/{version}": adminOnly,
  "GET /v1/admin/settings": adminOnly,
  "PUT /v1/admin/settings": {
    ...adminOnly,
    fields: "time_zone, refund_limit, holidays, seller, updated_at",
    valid: () => ({ time_zone: "UTC" }),
  },
  "GET /v1/admin/mail-templates": adminOnly,
  "GET /v1/admin/mail-templates/{id}": adminOnly,
  "PUT /v1/admin/mail-templates/{id}": {
    ...adminOnly,
    fields: "subject, preheader, title, body, action, footnote, updated_at",
    valid: () => mailText,
  },
  "DELETE /v1/admin/mail-templates/{id}": adminOnly,
  "POST /v1/admin/mail-templates/{id}/preview": {
    ...adminOnly,
    fields: "subject, preheader, title, body, action, footnote",
    valid: () => mailText,
  },
  "POST /v1/admin/mail-templates/{id}/test": {
    ...adminOnly,
    fields: "subject, preheader, title, body, action, footnote",
    valid: () => mailText,
  },
  "GET /v1/admin/price-levels": adminOnly,
  "POST /v1/admin/price-levels": { ...adminOnly, fields: "name", valid: () => ({ name: unique("Level") }) },
  "PUT /v1/admin/price-levels/{id}": {
    ...adminOnly,
    fields: "name, updated_at",
    valid: () => ({ name: unique("Level") }),
  },
  "DELETE /v1/admin/price-levels/{id}": adminOnly,
};
