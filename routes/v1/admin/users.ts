import * as contract from "../../../worker/contract/v1/admin/users.ts";
import * as accounts from "../../../worker/domain/accounts/index.ts";
import { endPaymentsOf } from "../../../worker/domain/checkout/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const userAdminRoutes = [
  serve(contract.listUsers, (ctx, { query }) => accounts.listUsers(ctx, query)),
  serve(contract.getAdminUser, (ctx, { params }) => accounts.getUser(ctx, params.user_id)),
  serve(contract.createUser, (ctx, { body }) => accounts.createUser(ctx, body)),
  serve(contract.updateAdminUser, (ctx, { params, body }) => accounts.updateUser(ctx, params.user_id, body)),
  serve(contract.createAdminEmailChange, async (ctx, { params, body }) => {
    await accounts.startEmailChange(ctx, { ...params, ...body });
  }),
  serve(contract.inactivateUser, async (ctx, { params }) => {
    await accounts.inactivateUser(ctx, params.user_id);
    await endPaymentsOf(ctx, params.user_id);
  }),
  serve(contract.reactivateUser, (ctx, { params }) => accounts.reactivateUser(ctx, params.user_id)),
  serve(contract.resetUserPassword, (ctx, { params }) => accounts.resetUserPassword(ctx, params)),
  serve(contract.createVerificationUrl, (ctx, { params, body }) =>
    accounts.createVerificationUrl(ctx, { ...params, scope: body?.scope }),
  ),
];
