import * as contract from "../../worker/contract/v1/org.ts";
import * as people from "../../worker/domain/people/index.ts";
import { serveAll, travelling } from "../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listOrgUsers: travelling((ctx, { query }) => people.listOrgUsers(ctx, query)),
  getOrgUser: (ctx, { params }) => people.getOrgUser(ctx, params.id),
  inviteOrgUser: (ctx, { body }) => people.inviteOrgUser(ctx, body),
  updateOrgUser: (ctx, { params, body }) => people.updateOrgUser(ctx, params.id, body),
  inactivateOrgUser: (ctx, { params }) => people.inactivateOrgUser(ctx, params.id),
  reactivateOrgUser: (ctx, { params }) => people.reactivateOrgUser(ctx, params.id),
});
