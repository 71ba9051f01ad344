import * as z from "zod/mini";
import { endpoint, reply } from "../../endpoint.ts";
import { adminOrganizationShape } from "../../entities/organization.ts";
import { adminProductShape } from "../../entities/product.ts";
import { uuid } from "../../fields.ts";
import { getTaskCall, startTaskCall } from "../../task-calls.ts";
import { tasks } from "../../tasks.ts";

const tag = "Admin: accounting system";
const organizations = { tag, path: "/v1/admin/net-suite/organizations/sync" };
const products = { tag, path: "/v1/admin/net-suite/products/sync" };
const syncCallDefaults = { method: "PUT", status: 200, tag } as const;

export const getOrganizationsTask = getTaskCall("organizations", {
  ...organizations,
  summary: "Read the last run of the organization sync",
});
export const startOrganizationsTask = startTaskCall("organizations", {
  ...organizations,
  summary: "Sync all organizations from the accounting system",
});

export const syncOrganization = endpoint({
  ...syncCallDefaults,
  access: "organizations:act",
  path: "/v1/admin/net-suite/organizations/{org_id}/sync",
  params: z.object({ org_id: uuid() }),
  reply: reply(adminOrganizationShape),
  errors: ["ORG_NOT_FOUND", "ORG_NAME_EXISTS", tasks.organizations.not_running],
  summary: "Sync one organization from the accounting system",
  description: "400 for an organization without a net_suite_id, or whose customer cannot be synced.",
});

export const getProductsTask = getTaskCall("products", {
  ...products,
  summary: "Read the last run of the product sync",
});
export const startProductsTask = startTaskCall("products", {
  ...products,
  summary: "Sync all products from the accounting system",
});

export const syncProduct = endpoint({
  ...syncCallDefaults,
  access: "products:act",
  path: "/v1/admin/net-suite/products/{product_id}/sync",
  params: z.object({ product_id: uuid() }),
  reply: reply(adminProductShape),
  errors: ["PRODUCT_NOT_FOUND", tasks.products.not_running],
  summary: "Sync one product from the accounting system",
  description: "400 for a product without a net_suite_id, or whose item cannot be synced.",
});
