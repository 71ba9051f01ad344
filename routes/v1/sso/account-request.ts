import { createAccountRequest } from "../../../worker/contract/v1/sso/account-request.ts";
import { requestAccount } from "../../../worker/domain/accounts/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const accountRequestRoutes = [serve(createAccountRequest, (ctx, { body }) => requestAccount(ctx, body))];
