import type { VerificationScope } from "../../db/enums.ts";
import { Failure } from "../../worker/contract/errors.ts";
import { isUuid } from "../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { verifyCode } from "../../worker/domain/verification/index.ts";
import { type PageInput, redirectTo, showNotFound } from "../../worker/http/page.ts";

/** Opens a mailed link: checks its code without using it up and hands the browser what the confirming call needs (O-066). */
export async function openLink({ ctx, params, setVerificationCookie }: PageInput, scope: VerificationScope) {
  const { user_id = "", code = "" } = params;
  if (!isUuid(user_id)) return showNotFound();
  try {
    const { token } = await verifyCode(ctx, { scope, user_id, code });
    setVerificationCookie(token);
    return {};
  } catch (error) {
    if (error instanceof Failure) return redirectTo(hrefOf(pages.recoverPassword, {}, { expired: "true" }));
    throw error;
  }
}
