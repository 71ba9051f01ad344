import * as contract from "../../../worker/contract/v1/sso/account-request.ts";
import { requestAccount } from "../../../worker/domain/people/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  requestAccount: (ctx, { body }) => requestAccount(ctx, body),
});
