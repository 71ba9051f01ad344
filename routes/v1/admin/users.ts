import * as contract from "../../../worker/contract/v1/admin/users.ts";
import * as accounts from "../../../worker/domain/accounts/index.ts";
import * as verification from "../../../worker/domain/verification/index.ts";
import { serveAll, travelling } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  listUsers: travelling((ctx, { query }) => accounts.listUsers(ctx, query)),
  getUser: (ctx, { params }) => accounts.getUser(ctx, params.user_id),
  createUser: (ctx, { body }) => accounts.createUser(ctx, body),
  updateUser: (ctx, { params, body }) => accounts.updateUser(ctx, params.user_id, body),
  startEmailChange: async (ctx, { params, body }) => {
    await verification.startEmailChange(ctx, { ...params, ...body });
  },
  inactivateUser: (ctx, { params }) => accounts.inactivateUser(ctx, params.user_id),
  reactivateUser: (ctx, { params }) => accounts.reactivateUser(ctx, params.user_id),
  resetUserPassword: (ctx, { params }) => verification.resetUserPassword(ctx, params),
  createVerificationUrl: (ctx, { params, body }) =>
    verification.createVerificationUrl(ctx, { ...params, scope: body?.scope }),
});
