import * as contract from "../../../worker/contract/v1/sso/verification.ts";
import { verifyCode } from "../../../worker/domain/identity/index.ts";
import { writeVerifyCookie } from "../../../worker/http/cookies.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  verifyCode: async (ctx, { body }, c) => {
    const { token } = await verifyCode(ctx, body);
    writeVerifyCookie(c, token);
  },
});
