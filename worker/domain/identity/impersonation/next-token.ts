import type { Ctx } from "../../context.ts";
import { newToken, successorToken } from "../../platform/index.ts";

/** The session token with which a form was rendered; undefined for calls of the API. */
export type FormToken = string | undefined;

/** The period in which a repeated form counts as a double submit; a Postgres interval. */
export const resubmitWindow = "1 minute";

/**
 * The token that replaces the form's token. If a form is submitted twice and its first response is lost, a derived
 * token leads both submits to the same session. API calls get a random token, which is returned once.
 */
export const nextToken = async (
  ctx: Ctx,
  formToken: FormToken,
  purpose: `act-as:${string}` | `refresh:${string}` | "return",
): Promise<string> =>
  formToken === undefined ? newToken() : successorToken(ctx.settings.CODE_PEPPER, formToken, purpose);
