import * as z from "zod/mini";
import { productTypes } from "../../../../db/enums.ts";
import { emptyReply, endpoint, reply } from "../../endpoint.ts";
import { newProduct, productFields } from "../../entities/product-fields.ts";
import { adminProduct, adminProductShape } from "../../entities/product.ts";
import { describe, flag, freeText, versionField, serial, startsAt, uuid } from "../../fields.ts";
import { listQuery, listReply } from "../../paging.ts";

const callDefaults = { status: 200, tag: "Admin: products" } as const;
const params = z.object({ product_id: uuid() });

export const listAdminProducts = endpoint({
  ...callDefaults,
  access: "products:read",
  method: "GET",
  path: "/v1/admin/products",
  query: z.object({
    category: z.optional(freeText(128, "Category")),
    type: z.optional(z.enum(productTypes)),
    is_active: flag(),
    is_archived: flag(),
    is_published: flag(),
    ...listQuery(["created_at", "updated_at", "name", "sku"]),
  }),
  reply: listReply(adminProduct),
  errors: [],
  summary: "List products",
});

export const listAdminCategories = endpoint({
  ...callDefaults,
  access: "products:read",
  method: "GET",
  path: "/v1/admin/products/categories",
  reply: listReply(z.string()),
  errors: [],
  summary: "List the categories of all products",
});

export const lookUpAdminProduct = endpoint({
  ...callDefaults,
  access: "products:read",
  method: "GET",
  path: "/v1/admin/products/lookup/{serial_number}",
  params: z.object({ serial_number: serial() }),
  reply: reply(adminProductShape),
  errors: ["PRODUCT_BY_SERIAL_NUMBER_NOT_FOUND"],
  summary: "Find the product of a serial number",
});

export const getAdminProduct = endpoint({
  ...callDefaults,
  access: "products:read",
  method: "GET",
  path: "/v1/admin/products/{product_id}",
  params,
  reply: reply(adminProductShape),
  errors: ["PRODUCT_NOT_FOUND"],
  summary: "Read a product",
});

const writeErrors = ["PRODUCT_SKU_EXISTS", "PRODUCT_PRICE_LEVEL_NOT_FOUND"] as const;

export const createProduct = endpoint({
  ...callDefaults,
  access: "products:act",
  status: 201,
  method: "POST",
  path: "/v1/admin/products",
  body: newProduct,
  reply: reply(adminProductShape),
  errors: writeErrors,
  summary: "Create a product",
  description: "The product is not in the store until it is published.",
});

export const updateProduct = endpoint({
  ...callDefaults,
  access: "products:act",
  method: "PUT",
  path: "/v1/admin/products/{product_id}",
  params,
  body: z.extend(z.partial(productFields), { updated_at: versionField() }),
  reply: reply(adminProductShape),
  errors: [
    "PRODUCT_NOT_FOUND",
    "OBJECT_OUTDATED",
    "PRODUCT_FIELD_SYNCHRONIZED",
    "PRODUCT_AUTHOR_REQUIRED",
    "PRODUCT_BASE_PRICE_NOT_FOUND",
    "PRODUCT_HAS_SUBSCRIPTIONS",
    ...writeErrors,
  ],
  summary: "Change a product",
  description:
    "Omitted fields keep their value. `name`, `sku` and `price_levels` of a product with a `net_suite_id` come from NetSuite and may only be sent unchanged. With `updated_at`, the version that was read, the call fails if the product was changed since.",
});

const publishErrors = [
  "PRODUCT_NOT_FOUND",
  "PRODUCT_ALREADY_PUBLISHED",
  "PRODUCT_ALREADY_ARCHIVED",
  "PRODUCT_AUTHOR_REQUIRED",
  "PRODUCT_BASE_PRICE_NOT_FOUND",
  "SOFTWARE_PLUGIN_NOT_LINKED",
  "SOFTWARE_PLUGIN_NOT_PUBLISHED",
] as const;
export const planProductPublication = endpoint({
  ...callDefaults,
  access: "products:act",
  method: "PUT",
  path: "/v1/admin/products/{product_id}/publish-at",
  params,
  body: z.object({ publish_at: z.nullable(startsAt()) }),
  reply: emptyReply,
  errors: ["PRODUCT_NOT_FOUND", "PRODUCT_ALREADY_PUBLISHED", "PRODUCT_ALREADY_ARCHIVED"],
  summary: "Publish a product at a date",
  description:
    "Published within seconds of the time; null takes the date back. What blocks a publication then, such as a missing base price, makes the product wait until it is mended.",
});
const unpublishErrors = ["PRODUCT_NOT_FOUND", "PRODUCT_ALREADY_UNPUBLISHED", "PRODUCT_ALREADY_ARCHIVED"] as const;
const archiveErrors = ["PRODUCT_NOT_FOUND", "PRODUCT_ALREADY_ARCHIVED"] as const;

const commandDefaults = { ...callDefaults, method: "POST", params, reply: emptyReply } as const;

export const publishProduct = endpoint({
  ...commandDefaults,
  access: "products:act",
  path: "/v1/admin/products/{product_id}/publish",
  errors: publishErrors,
  summary: "Publish a product in the store",
  description:
    'A product whose format starts with "Plugin" needs a linked plugin; every linked plugin needs a published version.',
});
export const unpublishProduct = endpoint({
  ...commandDefaults,
  access: "products:act",
  path: "/v1/admin/products/{product_id}/unpublish",
  errors: unpublishErrors,
  summary: "Unpublish a product",
});
export const archiveProduct = endpoint({
  ...commandDefaults,
  access: "products:act",
  path: "/v1/admin/products/{product_id}/archive",
  errors: archiveErrors,
  summary: "Archive a product",
});
export const unarchiveProduct = endpoint({
  ...commandDefaults,
  access: "products:act",
  path: "/v1/admin/products/{product_id}/unarchive",
  errors: ["PRODUCT_NOT_FOUND", "PRODUCT_NOT_ARCHIVED"],
  summary: "Unarchive a product",
});

const bulkDefaults = {
  ...callDefaults,
  method: "POST",
  body: z.object({
    product_ids: describe(z.array(uuid()).check(z.minLength(1), z.maxLength(100)), "Product IDs, at most 100"),
  }),
  reply: emptyReply,
} as const;

export const publishProducts = endpoint({
  ...bulkDefaults,
  access: "products:act",
  path: "/v1/admin/products/publish",
  errors: publishErrors,
  summary: "Publish several products, all or none",
});
export const unpublishProducts = endpoint({
  ...bulkDefaults,
  access: "products:act",
  path: "/v1/admin/products/unpublish",
  errors: unpublishErrors,
  summary: "Unpublish several products, all or none",
});
export const archiveProducts = endpoint({
  ...bulkDefaults,
  access: "products:act",
  path: "/v1/admin/products/archive",
  errors: archiveErrors,
  summary: "Archive several products, all or none",
});
