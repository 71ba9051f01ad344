import * as z from "zod/mini";
import { verificationScopes } from "../../../../db/enums.ts";
import { emptyReply, endpoint } from "../../endpoint.ts";
import { freeText, uuid } from "../../fields.ts";

export const verifyCode = endpoint({
  method: "POST",
  path: "/v1/sso/verification",
  access: "public",
  body: z.object({
    scope: z.enum(verificationScopes),
    user_id: uuid(),
    code: freeText(6, "Six characters, compared without case"),
  }),
  status: 200,
  reply: emptyReply,
  errors: ["INVALID_VERIFICATION_CODE", "INVALID_VERIFICATION_SCOPE", "NO_EMAIL_CHANGE_REQUEST"],
  tag: "Single sign-on",
  summary: "Verify an email code",
  description:
    "Sets a verification cookie, valid for 15 minutes. The code is consumed by the call that the cookie allows; five wrong attempts void it.",
});
