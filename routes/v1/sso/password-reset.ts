import * as contract from "../../../worker/contract/v1/sso/password-reset.ts";
import { finishPasswordReset, requestPasswordReset } from "../../../worker/domain/identity/index.ts";
import { dropCookie, readCookie, writeBrowserCookie } from "../../../worker/http/cookies.ts";
import { serveAll } from "../../../worker/http/serve.ts";

export const routes = serveAll(contract, {
  requestPasswordReset: (ctx, { body }) => requestPasswordReset(ctx, body),
  finishPasswordReset: async (ctx, { body }, c) => {
    const token = readCookie(c, "verify") ?? "";
    const { browser_token } = await finishPasswordReset(ctx, { token, new_password: body.new_password });
    writeBrowserCookie(c, browser_token);
    dropCookie(c, "verify");
    dropCookie(c, "session");
  },
});
