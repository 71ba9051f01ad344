import * as z from "zod/mini";
import type { VerificationScope } from "../../db/enums.ts";
import { Failure } from "../../worker/contract/errors.ts";
import { freeText, uuid } from "../../worker/contract/fields.ts";
import { hrefOf, pages } from "../../worker/contract/pages.ts";
import { afterLookup } from "../../worker/domain/context.ts";
import { verifyCode } from "../../worker/domain/identity/index.ts";
import { type LoadInput, Redirect } from "../../worker/http/page-spec.ts";

export const verificationLink = z.object({ user_id: uuid(), code: freeText(64, "The code of a mail") });
export type LinkInput = LoadInput<"visitor-or-session", typeof verificationLink>;

/** The code stays valid; the verification cookie lets the confirming call use it (O-066). */
export async function openLink({ ctx, params, setVerificationCookie }: LinkInput, scope: VerificationScope) {
  try {
    const { token } = await verifyCode(await afterLookup(ctx), { scope, ...params });
    setVerificationCookie(token);
  } catch (error) {
    if (error instanceof Failure) throw new Redirect(hrefOf(pages.recoverPassword, {}, { expired: "true" }));
    throw error;
  }
}
