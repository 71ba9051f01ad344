import * as contract from "../../worker/contract/v1/org.ts";
import * as accounts from "../../worker/domain/accounts/index.ts";
import { serveAll, travelling } from "../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listOrgUsers: travelling((ctx, { query }) => accounts.listOrgUsers(ctx, query)),
  getOrgUser: (ctx, { params }) => accounts.getOrgUser(ctx, params.id),
  inviteOrgUser: (ctx, { body }) => accounts.inviteOrgUser(ctx, body),
  updateOrgUser: (ctx, { params, body }) => accounts.updateOrgUser(ctx, params.id, body),
  inactivateOrgUser: (ctx, { params }) => accounts.inactivateOrgUser(ctx, params.id),
  reactivateOrgUser: (ctx, { params }) => accounts.reactivateOrgUser(ctx, params.id),
});
