import * as contract from "../../../worker/contract/v1/admin/users.ts";
import * as accounts from "../../../worker/domain/accounts/index.ts";
import * as verification from "../../../worker/domain/verification/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const userAdminRoutes = [
  serve(contract.listUsers, (ctx, { query }) => accounts.listUsers(ctx, query)),
  serve(contract.getAdminUser, (ctx, { params }) => accounts.getUser(ctx, params.user_id)),
  serve(contract.createUser, (ctx, { body }) => accounts.createUser(ctx, body)),
  serve(contract.updateAdminUser, (ctx, { params, body }) => accounts.updateUser(ctx, params.user_id, body)),
  serve(contract.createAdminEmailChange, async (ctx, { params, body }) => {
    await verification.startEmailChange(ctx, { ...params, ...body });
  }),
  serve(contract.inactivateUser, (ctx, { params }) => accounts.inactivateUser(ctx, params.user_id)),
  serve(contract.reactivateUser, (ctx, { params }) => accounts.reactivateUser(ctx, params.user_id)),
  serve(contract.resetUserPassword, (ctx, { params }) => verification.resetUserPassword(ctx, params)),
  serve(contract.createVerificationUrl, (ctx, { params, body }) =>
    verification.createVerificationUrl(ctx, { ...params, scope: body?.scope }),
  ),
];
