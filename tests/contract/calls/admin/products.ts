import { randomUUID } from "node:crypto";
import { buildPng } from "../../../support/pictures/png.ts";
import { unique } from "../../../support/factories.ts";
import { type Row, type Rows, adminOnly } from "../row.ts";

const productFields =
  "category, short_description, long_description, detailed_description, key_features, author, compatibility, devices, platforms, software_use_cases, requirements, certifications, format, availability, main_image, other_images, downloads, links, position, notes, lead_days, weight_grams, country_of_origin, hs_code, customs_value, name, sku, type, is_active, price_levels, subscription_term, family, patterns, tax_code";

const productBatch: Row = {
  ...adminOnly,
  fields: "product_ids",
  valid: ({ product_id }) => ({ product_ids: [product_id] }),
};

export const products: Rows = {
  "GET /v1/admin/products/lookup/{serial_number}": adminOnly,
  "GET /v1/admin/products/categories": adminOnly,
  "GET /v1/admin/products": adminOnly,
  "POST /v1/admin/products/{product_id}/publish": adminOnly,
  "POST /v1/admin/products/{product_id}/unpublish": adminOnly,
  "PUT /v1/admin/products/{product_id}/publish-at": {
    ...adminOnly,
    fields: "publish_at",
    valid: () => ({ publish_at: "2099-01-01T00:00:00Z" }),
  },
  "GET /v1/admin/products/{product_id}": adminOnly,
  "POST /v1/admin/product-imports": {
    ...adminOnly,
    fields: "",
    valid: () => ({ file: new Blob([`sku,name,type\n${unique("SKU")},Tripod,hardware\n`]) }),
  },
  "GET /v1/admin/product-imports/{id}": adminOnly,
  "GET /v1/admin/product-imports/{id}/lines": adminOnly,
  "POST /v1/admin/product-imports/{id}/confirm": adminOnly,
  "PUT /v1/admin/product-prices": {
    ...adminOnly,
    fields: "prices",
    valid: ({ product_id }) => ({ prices: [{ product_id, level: "Base Price", price: 100 }] }),
  },
  "GET /v1/admin/products/{product_id}/scheduled-prices": adminOnly,
  "POST /v1/admin/products/{product_id}/scheduled-prices": {
    ...adminOnly,
    fields: "level, price, starts_at",
    valid: () => ({ level: "Base Price", price: 100, starts_at: new Date(Date.now() + 3_600_000).toISOString() }),
  },
  "DELETE /v1/admin/products/{product_id}/scheduled-prices/{id}": adminOnly,
  "PUT /v1/admin/products/{product_id}": {
    ...adminOnly,
    fields: `${productFields}, updated_at`,
    valid: () => ({ short_description: "For colour and coatings." }),
  },
  "POST /v1/admin/products": {
    ...adminOnly,
    fields: productFields,
    valid: () => ({
      name: "Prism 2",
      type: "hardware",
      sku: `CGX-P${randomUUID().slice(0, 8)}`,
      price_levels: { "Base Price": 129_900 },
      patterns: ["CGX-P2-\\d{5}"],
      tax_code: "txcd_99999999",
      lead_days: 3,
      weight_grams: 2_600,
      country_of_origin: "US",
      hs_code: "902730",
      customs_value: 95_000,
      short_description: "Measures colour from two sides.",
    }),
  },
  "GET /v1/admin/products/{product_id}/images": adminOnly,
  "POST /v1/admin/products/{product_id}/images": {
    ...adminOnly,
    fields: "alt_text",
    valid: () => ({ file: new Blob([buildPng()]), alt_text: "From the front" }),
  },
  "PUT /v1/admin/products/{product_id}/images": { ...adminOnly, fields: "images", valid: () => ({ images: [] }) },
  "PUT /v1/admin/products/{product_id}/images/{image_id}": {
    ...adminOnly,
    fields: "alt_text",
    valid: () => ({ alt_text: "From the front" }),
  },
  "DELETE /v1/admin/products/{product_id}/images/{image_id}": adminOnly,
  "POST /v1/admin/products/publish": productBatch,
  "POST /v1/admin/products/unpublish": productBatch,
  "POST /v1/admin/products/archive": productBatch,
  "POST /v1/admin/products/{product_id}/archive": adminOnly,
  "POST /v1/admin/products/{product_id}/unarchive": adminOnly,
};
