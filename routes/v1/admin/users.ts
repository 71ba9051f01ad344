import * as contract from "../../../worker/contract/v1/admin/users.ts";
import * as people from "../../../worker/domain/people/index.ts";
import * as identity from "../../../worker/domain/identity/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listUsers: travelling((ctx, { query }) => people.listUsers(ctx, query)),
  getUser: (ctx, { params }) => people.getUser(ctx, params.user_id),
  createUser: (ctx, { body }) => people.createUser(ctx, body),
  updateUser: (ctx, { params, body }) => people.updateUser(ctx, params.user_id, body),
  startEmailChange: async (ctx, { params, body }) => {
    await identity.startEmailChange(ctx, { ...params, ...body });
  },
  inactivateUser: (ctx, { params }) => people.inactivateUser(ctx, params.user_id),
  reactivateUser: (ctx, { params }) => people.reactivateUser(ctx, params.user_id),
  resetUserPassword: (ctx, { params }) => identity.resetUserPassword(ctx, params),
  createVerificationUrl: (ctx, { params, body }) =>
    identity.createVerificationUrl(ctx, { ...params, scope: body?.scope }),
});
