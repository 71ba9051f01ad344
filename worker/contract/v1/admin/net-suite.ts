import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { adminOrganizationShape } from "../../entities/organization.ts";
import { adminProductShape } from "../../entities/product.ts";
import { uuid } from "../../fields.ts";
import { getTaskCall, startTaskCall } from "../../task-calls.ts";

const tag = "Admin: accounting system";
const organizations = { tag, path: "/v1/admin/net-suite/organizations/sync" };
const products = { tag, path: "/v1/admin/net-suite/products/sync" };
const one = { access: "manage_shop", method: "PUT", status: 200, tag } as const;

export const getOrganizationsTask = getTaskCall("organizations", {
  ...organizations,
  summary: "Read how the synchronization of organizations went",
});
export const startOrganizationsTask = startTaskCall("organizations", {
  ...organizations,
  summary: "Take over all customers of the accounting system",
});

export const syncOrganization = endpoint({
  ...one,
  path: "/v1/admin/net-suite/organizations/{org_id}/sync",
  params: z.object({ org_id: uuid() }),
  reply: reply(adminOrganizationShape),
  errors: ["ORG_NOT_FOUND", "ORG_NAME_EXISTS", "SYNC_ORGANIZATIONS_NOT_RUNNING"],
  summary: "Take over one organization from the accounting system",
  description: "400 for an organization without a net_suite_id, or whose customer cannot be taken over.",
});

export const getProductsTask = getTaskCall("products", {
  ...products,
  summary: "Read how the synchronization of products went",
});
export const startProductsTask = startTaskCall("products", {
  ...products,
  summary: "Take over all items of the accounting system",
});

export const syncProduct = endpoint({
  ...one,
  path: "/v1/admin/net-suite/products/{product_id}/sync",
  params: z.object({ product_id: uuid() }),
  reply: reply(adminProductShape),
  errors: ["PRODUCT_NOT_FOUND", "SYNC_PRODUCTS_NOT_RUNNING"],
  summary: "Take over one product from the accounting system",
  description: "400 for a product without a net_suite_id, or whose item cannot be taken over.",
});
