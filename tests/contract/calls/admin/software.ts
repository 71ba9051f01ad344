import { type Rows, adminOnly } from "../row.ts";

export const software: Rows = {
  // The paths have the specification's spelling (O-011, O-014).
  "GET /v1/admin/software/{name}": adminOnly,
  "POST /v1/admin/software": {
    ...adminOnly,
    fields: "name, title, description, author, author_url, category, repository, fits_product_ids",
    valid: ({ product_id }) => ({
      name: `made-${crypto.randomUUID()}`,
      title: "Made",
      author: "CGX",
      category: "firmware",
      fits_product_ids: [product_id],
    }),
  },
  "PUT /v1/admin/software/{name}": {
    ...adminOnly,
    fields: "title, description, author, author_url, category, repository, fits_product_ids, updated_at",
    valid: () => ({ title: "Another title" }),
  },
  "GET /v1/admin/plugins": adminOnly,
  "GET /v1/admin/plugins/{id}": adminOnly,
  "PUT /v1/admin/plugins/{id}": {
    ...adminOnly,
    fields: "product_id, is_default, fits_product_ids, updated_at",
    valid: ({ product_id }) => ({ product_id }),
  },
  "GET /v1/admin/versions": adminOnly,
  "GET /v1/admin/versions/{id}": adminOnly,
  "GET /v1/admin/versions/{id}/dependencies": adminOnly,
  "GET /v1/admin/dependencies": adminOnly,
  "GET /v1/admin/dependency/{id}": adminOnly,
  "PUT /v1/admin/version/{id}": {
    ...adminOnly,
    fields: "public_description, updated_at",
    valid: () => ({ public_description: "What is new" }),
  },
  // The body may be left out.
  "POST /v1/admin/versions/{id}/publish": { ...adminOnly, fields: "check", valid: () => ({}) },
  "POST /v1/admin/versions/{id}/stage": {
    ...adminOnly,
    fields: "stage, org_ids, percent, notes, check",
    valid: () => ({ stage: "percentage", percent: 10 }),
  },
  "POST /v1/admin/versions/{id}/withdraw": {
    ...adminOnly,
    fields: "reason, replacement_id",
    valid: () => ({ reason: "It overheats the lamp", replacement_id: null }),
  },
  "GET /v1/admin/software": adminOnly,
  "GET /v1/admin/software/{name}/history": adminOnly,
  "GET /v1/admin/software/{name}/downloads": adminOnly,
  "GET /v1/admin/versions/{id}/publish-check": adminOnly,
  "GET /v1/admin/versions/{id}/graph": adminOnly,
  "GET /v1/admin/plugins/{id}/link-check": adminOnly,
};
