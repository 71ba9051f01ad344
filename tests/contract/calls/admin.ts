import { integrations } from "./admin/integrations.ts";
import { organizations } from "./admin/organizations.ts";
import { people } from "./admin/people.ts";
import { products } from "./admin/products.ts";
import { software } from "./admin/software.ts";
import { store } from "./admin/store.ts";
import { adminOnly, type Rows } from "./row.ts";

/**
 * All /v1/admin routes need an admin session; those that the specification lacks are extensions that the console needs
 * (O-024).
 */
export const admin: Rows = {
  ...people,
  ...organizations,
  ...store,
  ...products,
  ...software,
  ...integrations,
  "GET /v1/admin/audit": adminOnly,
  "GET /v1/admin/audit/check": adminOnly,
  "POST /v1/admin/audit/check": adminOnly,
  "GET /v1/admin/search": adminOnly,
  "GET /v1/admin/overview": adminOnly,
  "GET /v1/admin/readiness": adminOnly,
};
