import * as organizations from "../../../worker/domain/organizations/index.ts";
import * as contract from "../../../worker/contract/v1/admin/organizations.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listOrganizations: (ctx, { query }) => organizations.listOrganizations(ctx, query),
});
