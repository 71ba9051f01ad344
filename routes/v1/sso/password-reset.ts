import * as contract from "../../../worker/contract/v1/sso/password-reset.ts";
import { finishPasswordReset, requestPasswordReset } from "../../../worker/domain/verification/index.ts";
import { dropCookie, readCookie } from "../../../worker/http/cookies.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  requestPasswordReset: (ctx, { body }) => requestPasswordReset(ctx, body),
  finishPasswordReset: async (ctx, { body }, c) => {
    await finishPasswordReset(ctx, { token: readCookie(c, "verify") ?? "", new_password: body.new_password });
    dropCookie(c, "verify");
    dropCookie(c, "session");
  },
});
