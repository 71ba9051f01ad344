import * as contract from "../../../worker/contract/v1/client/org.ts";
import * as organizations from "../../../worker/domain/organizations/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  getOwnOrganization: (ctx) => organizations.getOwnOrganization(ctx),
  updateOwnOrganization: (ctx, { body }) => organizations.updateOwnOrganization(ctx, body),
});
