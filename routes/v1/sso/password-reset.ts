import { createPasswordReset, updatePasswordReset } from "../../../worker/contract/v1/sso/password-reset.ts";
import { finishPasswordReset, requestPasswordReset } from "../../../worker/domain/verification/index.ts";
import { dropCookie, readCookie } from "../../../worker/http/cookies.ts";
import { serve } from "../../../worker/http/serve.ts";

export const passwordResetRoutes = [
  serve(createPasswordReset, (ctx, { body }) => requestPasswordReset(ctx, body)),
  serve(updatePasswordReset, async (ctx, { body }, c) => {
    await finishPasswordReset(ctx, { token: readCookie(c, "verify") ?? "", new_password: body.new_password });
    dropCookie(c, "verify");
    dropCookie(c, "session");
  }),
];
