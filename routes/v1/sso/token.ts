import { createToken } from "../../../worker/contract/v1/sso/token.ts";
import { exchangeCode } from "../../../worker/domain/sessions/index.ts";
import { serve } from "../../../worker/http/serve.ts";

export const tokenRoutes = [
  serve(createToken, async (ctx, { body }) => ({ ...(await exchangeCode(ctx, body)), token_type: "Bearer" as const })),
];
