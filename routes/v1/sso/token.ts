import * as contract from "../../../worker/contract/v1/sso/token.ts";
import { createTokenPair } from "../../../worker/domain/identity/index.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  exchangeCode: async (ctx, { body }) => ({ ...(await createTokenPair(ctx, body)), token_type: "Bearer" as const }),
});
