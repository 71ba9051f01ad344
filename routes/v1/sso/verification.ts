import { createVerification } from "../../../worker/contract/v1/sso/verification.ts";
import { verifyCode } from "../../../worker/domain/verification/index.ts";
import { writeVerifyCookie } from "../../../worker/http/cookies.ts";
import { serve } from "../../../worker/http/serve.ts";

export const verificationRoutes = [
  serve(createVerification, async (ctx, { body }, c) => {
    const { token } = await verifyCode(ctx, body);
    writeVerifyCookie(c, token);
  }),
];
